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

SqlTableDeclaration TableDefinition(Span s, SqlIdentifier name) :
{
    final List<SqlColumnDeclarationNode> columns = new ArrayList<SqlColumnDeclarationNode>();
    final List<SqlTableConstraint> constraints = new ArrayList<SqlTableConstraint>();
    Optional<SqlUsing> using;
    final SqlTags tags;
}
{
    <LPAREN>
    [
        AddTableElement(columns, constraints)
        ( <COMMA> AddTableElement(columns, constraints) )*
    ]
    <RPAREN>
    using = UsingOpt()
    tags = TagsOpt()
    [ LOOKAHEAD(<USING>, { !using.isPresent() }) using = Using() ]
    { return new SqlTableDeclaration(s.end(this), name, columns, constraints, using, tags); }
}

void AddTableElement(
    List<SqlColumnDeclarationNode> columns, List<SqlTableConstraint> constraints) :
{
    final SqlTableConstraint constraint;
}
{
    constraint = TableConstraint() { constraints.add(constraint); }
|
    AddColumn(columns, constraints)
}

SqlTableConstraint TableConstraint() :
{
    final Span s = Span.of();
    Optional<SqlIdentifier> name = Optional.empty();
    List<SqlIdentifier> columns = ImmutableList.of();
    SqlNode condition = null;
    Optional<String> conflictAction = Optional.empty();
    SqlIdentifier references = null;
    List<SqlIdentifier> referencedColumns = ImmutableList.of();
    final ReferentialAction[] actions = {ReferentialAction.NO_ACTION, ReferentialAction.NO_ACTION};
    final SqlTableConstraint.Kind kind;
    final SqlTags tags;
}
{
    name = ConstraintNameOpt(s)
    (
        <PRIMARY> { s.add(this); kind = SqlTableConstraint.Kind.PRIMARY_KEY; } <KEY>
        columns = ColumnNames()
        conflictAction = ConflictActionOpt()
    |
        <UNIQUE> { s.add(this); kind = SqlTableConstraint.Kind.UNIQUE; }
        columns = ColumnNames()
        [ <WHERE> condition = Expression(ExprContext.ACCEPT_SUB_QUERY) ]
        conflictAction = ConflictActionOpt()
    |
        <CHECK> { s.add(this); kind = SqlTableConstraint.Kind.CHECK; }
        <LPAREN> condition = Expression(ExprContext.ACCEPT_SUB_QUERY) <RPAREN>
    |
        <FOREIGN> { s.add(this); kind = SqlTableConstraint.Kind.FOREIGN_KEY; } <KEY>
        columns = ColumnNames()
        <REFERENCES> references = CompoundTableIdentifier()
        [ referencedColumns = ColumnNames() ]
        ReferentialActions(actions)
    )
    tags = TagsOpt()
    {
        return new SqlTableConstraint(s.end(this), kind, name, columns,
            Optional.ofNullable(condition), Optional.ofNullable(references), referencedColumns,
            actions[0], actions[1], conflictAction, tags);
    }
}

Optional<SqlIdentifier> ConstraintNameOpt(Span s) :
{
    final SqlIdentifier name;
}
{
    <CONSTRAINT> { s.add(this); } name = SimpleIdentifier() { return Optional.of(name); }
|
    { return Optional.empty(); }
}

List<SqlIdentifier> ColumnNames() :
{
    final List<SqlIdentifier> names = new ArrayList<SqlIdentifier>();
    SqlIdentifier name;
}
{
    <LPAREN>
    [
        name = SimpleIdentifier() { names.add(name); }
        ( <COMMA> name = SimpleIdentifier() { names.add(name); } )*
    ]
    <RPAREN>
    { return names; }
}

Optional<String> ConflictActionOpt() :
{
}
{
    <ON> <CONFLICT> ( <ABORT> | <FAIL> | <ROLLBACK> | <IGNORE> | <REPLACE> )
    { return Optional.of(token.image.toLowerCase(Locale.ROOT)); }
|
    { return Optional.empty(); }
}

/** Parses what follows the referenced columns into (on update, on delete). */
void ReferentialActions(ReferentialAction[] actions) :
{
    ReferentialAction action;
}
{
    (
        <MATCH> <SIMPLE>
    |
        <ON>
        (
            <UPDATE> action = Action() { actions[0] = action; }
        |
            <DELETE> action = Action() { actions[1] = action; }
        )
    )*
}

ReferentialAction Action() :
{
}
{
    <NO> <ACTION> { return ReferentialAction.NO_ACTION; }
|
    <RESTRICT> { return ReferentialAction.RESTRICT; }
|
    <CASCADE> { return ReferentialAction.CASCADE; }
|
    <SET>
    (
        <NULL> { return ReferentialAction.SET_NULL; }
    |
        <DEFAULT_> { return ReferentialAction.SET_DEFAULT; }
    )
}

/** Parses a column; the constraints at it go to the table's. */
void AddColumn(List<SqlColumnDeclarationNode> columns, List<SqlTableConstraint> constraints) :
{
    final SqlIdentifier name;
    final SqlDataTypeSpec type;
    boolean notNull = false;
    SqlNode defaultValue = null;
    SqlNode computedAs = null;
    Generation generation = Generation.NONE;
    SqlTableConstraint constraint;
    final SqlTags tags;
    final Span s;
}
{
    name = SimpleIdentifier() { s = span(); }
    type = DataType()
    (
        <NOT> <NULL> { notNull = true; }
    |
        <NULL>
    |
        <DEFAULT_> defaultValue = Expression(ExprContext.ACCEPT_SUB_QUERY)
    |
        <AS> computedAs = ComputedAs() { generation = Generation.COMPUTED; }
    |
        <GENERATED>
        (
            <ALWAYS> <AS>
            (
                <IDENTITY> { generation = Generation.IDENTITY_ALWAYS; }
            |
                computedAs = ComputedAs() { generation = Generation.COMPUTED; }
            )
        |
            <BY> <DEFAULT_> <AS> <IDENTITY> { generation = Generation.IDENTITY_BY_DEFAULT; }
        )
    |
        constraint = ColumnConstraint(name) { constraints.add(constraint); }
    )*
    tags = TagsOpt()
    {
        columns.add(
            new SqlColumnDeclarationNode(s.end(this), name, type, notNull,
                Optional.ofNullable(defaultValue), generation, Optional.ofNullable(computedAs),
                tags));
    }
}

SqlNode ComputedAs() :
{
    final SqlNode expression;
}
{
    <LPAREN> expression = Expression(ExprContext.ACCEPT_SUB_QUERY) <RPAREN>
    [ <STORED> | <VIRTUAL> ]
    { return expression; }
}

SqlTableConstraint ColumnConstraint(SqlIdentifier column) :
{
    final Span s = Span.of();
    final Optional<SqlIdentifier> name;
    List<SqlIdentifier> columns = ImmutableList.of(column);
    SqlNode condition = null;
    Optional<String> conflictAction = Optional.empty();
    SqlIdentifier references = null;
    List<SqlIdentifier> referencedColumns = ImmutableList.of();
    final ReferentialAction[] actions = {ReferentialAction.NO_ACTION, ReferentialAction.NO_ACTION};
    final SqlTableConstraint.Kind kind;
}
{
    name = ConstraintNameOpt(s)
    (
        <PRIMARY> { s.add(this); kind = SqlTableConstraint.Kind.PRIMARY_KEY; } <KEY>
        conflictAction = ConflictActionOpt()
    |
        <UNIQUE> { s.add(this); kind = SqlTableConstraint.Kind.UNIQUE; }
        conflictAction = ConflictActionOpt()
    |
        <CHECK> {
            s.add(this);
            kind = SqlTableConstraint.Kind.CHECK;
            columns = ImmutableList.of();
        }
        <LPAREN> condition = Expression(ExprContext.ACCEPT_SUB_QUERY) <RPAREN>
    |
        <REFERENCES> { s.add(this); kind = SqlTableConstraint.Kind.FOREIGN_KEY; }
        references = CompoundTableIdentifier()
        [ referencedColumns = ColumnNames() ]
        ReferentialActions(actions)
    )
    {
        return new SqlTableConstraint(s.end(this), kind, name, columns,
            Optional.ofNullable(condition), Optional.ofNullable(references), referencedColumns,
            actions[0], actions[1], conflictAction, SqlTags.NONE);
    }
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
