/** Parses "DECLARE LENS ..." or "DECLARE [LOGICAL] SCHEMA ...". */
SqlNode Declare() :
{
    final Span s;
    final SqlNode declaration;
}
{
    <DECLARE> { s = span(); }
    (
        declaration = DeclareLens(s)
    |
        declaration = DeclareSchema(s)
    )
    { return declaration; }
}

SqlNode DeclareLens(Span s) :
{
    final SqlIdentifier logicalSchema;
    final SqlIdentifier basis;
    final List<SqlLensView> views = new ArrayList<SqlLensView>();
}
{
    <LENS> <FOR> logicalSchema = SimpleIdentifier()
    <OVER> basis = CompoundTableIdentifier()
    (
        <LBRACE> ( LensView(views) )* <RBRACE>
    |
        <LPAREN> ( LensView(views) )* <RPAREN>
    )
    { return new SqlDeclareLens(s.end(this), logicalSchema, basis, views); }
}

void LensView(List<SqlLensView> views) :
{
    final Span s = Span.of();
    final SqlIdentifier name;
    final SqlNode query;
    final List<SqlNode> defaults = new ArrayList<SqlNode>();
    final SqlTags tags;
}
{
    [ <CREATE> ]
    <VIEW> { s.add(this); } name = SimpleIdentifier() <AS>
    query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    [
        LOOKAHEAD(2)
        <WITH> <DEFAULTS> <LPAREN>
        AddLensDefault(defaults)
        ( <COMMA> AddLensDefault(defaults) )*
        <RPAREN>
    ]
    tags = TagsOpt()
    { views.add(new SqlLensView(s.end(this), name, query, defaults, tags)); }
    ( <SEMICOLON> )*
}

void AddLensDefault(List<SqlNode> defaults) :
{
    final SqlIdentifier column;
    final SqlNode value;
}
{
    column = SimpleIdentifier() <EQ> value = Expression(ExprContext.ACCEPT_SUB_QUERY)
    {
        defaults.add(
            SqlStdOperatorTable.EQUALS.createCall(
                Span.of(column, value).pos(), column, value));
    }
}

SqlNode DeclareSchema(Span s) :
{
    boolean logical = false;
    final SqlIdentifier name;
    final Optional<SqlUsing> using;
    final List<SqlNode> items = new ArrayList<SqlNode>();
    final SqlTags tags;
}
{
    [ <LOGICAL> { logical = true; } ]
    <SCHEMA> name = SimpleIdentifier()
    using = UsingOpt()
    (
        <LBRACE> ( SchemaItem(items) )* <RBRACE>
    |
        <LPAREN> ( SchemaItem(items) )* <RPAREN>
    )
    tags = TagsOpt()
    { return new SqlDeclareSchema(s.end(this), logical, name, using, items, tags); }
}

void SchemaItem(List<SqlNode> items) :
{
    final SqlNode item;
    final Span s = Span.of();
    final SqlIdentifier name;
}
{
    [ <CREATE> ]
    (
        <TABLE> { s.add(this); } name = SimpleIdentifier()
        item = TableDefinition(s, name)
    |
        item = IndexDeclaration()
    |
        item = ViewDeclaration()
    )
    { items.add(item); }
    ( <SEMICOLON> )*
}

SqlIndexDeclaration IndexDeclaration() :
{
    final Span s = Span.of();
    boolean unique = false;
    final SqlIdentifier name;
    final SqlIdentifier table;
    final List<SqlNode> columns = new ArrayList<SqlNode>();
}
{
    [ <UNIQUE> { s.add(this); unique = true; } ]
    <INDEX> { s.add(this); } name = SimpleIdentifier()
    <ON> table = CompoundTableIdentifier()
    <LPAREN>
    AddIndexColumn(columns)
    ( <COMMA> AddIndexColumn(columns) )*
    <RPAREN>
    { return new SqlIndexDeclaration(s.end(this), unique, name, table, columns); }
}

void AddIndexColumn(List<SqlNode> columns) :
{
    SqlNode column;
}
{
    column = SimpleIdentifier()
    [
        <ASC>
    |
        <DESC> { column = SqlStdOperatorTable.DESC.createCall(getPos(), column); }
    ]
    { columns.add(column); }
}

SqlViewDeclaration ViewDeclaration() :
{
    final Span s = Span.of();
    boolean materialized = false;
    final SqlIdentifier name;
    final SqlNode query;
    final SqlTags tags;
}
{
    [ <MATERIALIZED> { s.add(this); materialized = true; } ]
    <VIEW> { s.add(this); } name = SimpleIdentifier() <AS>
    query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    tags = TagsOpt()
    { return new SqlViewDeclaration(s.end(this), name, query, materialized, tags); }
}

Optional<SqlUsing> UsingOpt() :
{
    final Optional<SqlUsing> using;
}
{
    using = Using() { return using; }
|
    { return Optional.empty(); }
}

Optional<SqlUsing> Using() :
{
    final Span s;
    final SqlIdentifier module;
    final List<SqlNode> arguments = new ArrayList<SqlNode>();
}
{
    <USING> { s = span(); } module = SimpleIdentifier()
    [
        LOOKAHEAD(1)
        <LPAREN>
        [
            AddArg(arguments, ExprContext.ACCEPT_SUB_QUERY)
            ( <COMMA> AddArg(arguments, ExprContext.ACCEPT_SUB_QUERY) )*
        ]
        <RPAREN>
    ]
    { return Optional.of(new SqlUsing(s.end(this), module, arguments)); }
}

SqlTags TagsOpt() :
{
    final Span s;
    final List<SqlIdentifier> keys = new ArrayList<SqlIdentifier>();
    final List<SqlLiteral> values = new ArrayList<SqlLiteral>();
}
{
    LOOKAHEAD(2)
    <WITH> { s = span(); } <TAGS>
    <LPAREN> [ AddTag(keys, values) ( <COMMA> AddTag(keys, values) )* ] <RPAREN>
    { return new SqlTags(s.end(this), keys, values); }
|
    { return SqlTags.NONE; }
}

void AddTag(List<SqlIdentifier> keys, List<SqlLiteral> values) :
{
    final SqlIdentifier key;
    final SqlNode value;
}
{
    key = CompoundTableIdentifier() <EQ> value = Literal()
    {
        keys.add(
            new SqlIdentifier(
                String.join(".", key.names), key.getParserPosition().withQuoting(true)));
        values.add(SqlLiteral.unchain(value));
    }
}

SqlTypeNameSpec TextTypeName() :
{
}
{
    <TEXT> { return new SqlTextTypeNameSpec(getPos()); }
}

/** Parses "NEW.column", the row as it is about to be written. */
SqlNode NewRowColumn() :
{
    final Span s;
    final SqlIdentifier column;
}
{
    <NEW> { s = span(); } <DOT> column = SimpleIdentifier()
    {
        return new SqlIdentifier(
            ImmutableList.of("new", column.getSimple()), null, s.end(column),
            ImmutableList.of(s.pos(), column.getParserPosition()));
    }
}
