boolean IfNotExistsOpt() :
{
}
{
    LOOKAHEAD(2)
    <IF> <NOT> <EXISTS> { return true; }
|
    { return false; }
}

boolean IfExistsOpt() :
{
}
{
    LOOKAHEAD(2)
    <IF> <EXISTS> { return true; }
|
    { return false; }
}

SqlCreate CreateSchema(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
}
{
    <SCHEMA> ifNotExists = IfNotExistsOpt() name = CompoundIdentifier()
    { return SqlDdlNodes.createSchema(s.end(this), replace, ifNotExists, name); }
}

SqlCreate CreateForeignSchema(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    SqlNode type = null;
    SqlNode library = null;
    SqlNodeList optionList = null;
}
{
    <FOREIGN> <SCHEMA> ifNotExists = IfNotExistsOpt() name = CompoundIdentifier()
    (
        <TYPE> type = StringLiteral()
    |
        <LIBRARY> library = StringLiteral()
    )
    [ optionList = ForeignOptions() ]
    {
        return SqlDdlNodes.createForeignSchema(
            s.end(this), replace, ifNotExists, name, type, library, optionList);
    }
}

SqlNodeList ForeignOptions() :
{
    final Span s;
    final List<SqlNode> list = new ArrayList<SqlNode>();
}
{
    <OPTIONS> { s = span(); } <LPAREN>
    [ AddForeignOption(list) ( <COMMA> AddForeignOption(list) )* ]
    <RPAREN>
    { return new SqlNodeList(list, s.end(this)); }
}

void AddForeignOption(List<SqlNode> list) :
{
    final SqlIdentifier name;
    final SqlNode value;
}
{
    name = SimpleIdentifier() value = Literal() { list.add(name); list.add(value); }
}

SqlCreate CreateTable(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    final SqlTableDeclaration declaration;
    SqlNode query = null;
}
{
    <TABLE> ifNotExists = IfNotExistsOpt() name = CompoundTableIdentifier()
    (
        declaration = TableDefinition(Span.of(name), name)
    |
        {
            declaration = new SqlTableDeclaration(name.getParserPosition(), name,
                ImmutableList.<SqlColumnDeclarationNode>of(),
                ImmutableList.<SqlTableConstraint>of(), Optional.<SqlUsing>empty(), SqlTags.NONE);
        }
    )
    [ <AS> query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY) ]
    {
        return new SqlCreateTableNode(
            s.end(this), replace, ifNotExists, declaration, Optional.ofNullable(query));
    }
}

SqlCreate CreateView(Span s, boolean replace) :
{
    final SqlIdentifier name;
    List<SqlIdentifier> columns = ImmutableList.of();
    final SqlNode query;
}
{
    <VIEW> name = CompoundTableIdentifier()
    [ columns = ColumnNames() ]
    <AS> query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    { return new SqlCreateViewNode(s.end(this), replace, name, columns, query); }
}

SqlCreate CreateMaterializedView(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    SqlNodeList columns = null;
    final SqlNode query;
}
{
    <MATERIALIZED> <VIEW> ifNotExists = IfNotExistsOpt() name = CompoundTableIdentifier()
    [ columns = ParenthesizedSimpleIdentifierList() ]
    <AS> query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    {
        return SqlDdlNodes.createMaterializedView(
            s.end(this), replace, ifNotExists, name, columns, query);
    }
}

SqlCreate CreateType(Span s, boolean replace) :
{
    final SqlIdentifier name;
    SqlNodeList attributes = null;
    SqlDataTypeSpec type = null;
}
{
    <TYPE> name = CompoundIdentifier() <AS>
    (
        attributes = AttributeList()
    |
        type = DataType()
    )
    { return SqlDdlNodes.createType(s.end(this), replace, name, attributes, type); }
}

SqlNodeList AttributeList() :
{
    final Span s;
    final List<SqlNode> list = new ArrayList<SqlNode>();
}
{
    <LPAREN> { s = span(); }
    AddAttribute(list) ( <COMMA> AddAttribute(list) )*
    <RPAREN>
    { return new SqlNodeList(list, s.end(this)); }
}

void AddAttribute(List<SqlNode> list) :
{
    final SqlIdentifier name;
    final SqlDataTypeSpec type;
    final boolean nullable;
    SqlNode defaultValue = null;
    final Span s = Span.of();
}
{
    name = SimpleIdentifier() { s.add(this); }
    type = DataType() nullable = NullableOptDefaultTrue()
    [ <DEFAULT_> defaultValue = Expression(ExprContext.ACCEPT_SUB_QUERY) ]
    {
        list.add(
            SqlDdlNodes.attribute(
                s.end(this), name, type.withNullable(nullable), defaultValue, null));
    }
}

SqlCreate CreateFunction(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    final SqlNode className;
    final List<SqlNode> using = new ArrayList<SqlNode>();
}
{
    <FUNCTION> ifNotExists = IfNotExistsOpt() name = CompoundIdentifier()
    <AS> className = StringLiteral()
    [ <USING> AddFunctionFile(using) ( <COMMA> AddFunctionFile(using) )* ]
    {
        return SqlDdlNodes.createFunction(
            s.end(this), replace, ifNotExists, name, className,
            new SqlNodeList(using, s.pos()));
    }
}

void AddFunctionFile(List<SqlNode> using) :
{
    final SqlDdlNodes.FileType type;
    final SqlNode uri;
}
{
    (
        <ARCHIVE> { type = SqlDdlNodes.FileType.ARCHIVE; }
    |
        <FILE> { type = SqlDdlNodes.FileType.FILE; }
    |
        <JAR> { type = SqlDdlNodes.FileType.JAR; }
    )
    { using.add(SqlLiteral.createSymbol(type, getPos())); }
    uri = StringLiteral() { using.add(uri); }
}

SqlDrop DropLens(Span s, boolean replace) :
{
    final boolean ifExists;
    final SqlIdentifier name;
}
{
    <LENS> ifExists = IfExistsOpt() <FOR> name = SimpleIdentifier()
    { return new SqlDropLens(s.end(this), ifExists, name); }
}

SqlDrop DropSchema(Span s, boolean replace) :
{
    final boolean ifExists;
    final SqlIdentifier name;
    boolean cascade = false;
}
{
    <SCHEMA> ifExists = IfExistsOpt() name = CompoundTableIdentifier()
    [ <CASCADE> { cascade = true; } | <RESTRICT> ]
    { return new SqlDropSchemaNode(s.end(this), ifExists, name, cascade); }
}

SqlDrop DropForeignSchema(Span s, boolean replace) :
{
    final boolean ifExists;
    final SqlIdentifier name;
}
{
    <FOREIGN> <SCHEMA> ifExists = IfExistsOpt() name = CompoundIdentifier()
    { return SqlDdlNodes.dropSchema(s.end(this), true, ifExists, name); }
}

SqlDrop DropTable(Span s, boolean replace) :
{
    final boolean ifExists;
    final SqlIdentifier name;
}
{
    <TABLE> ifExists = IfExistsOpt() name = CompoundTableIdentifier()
    { return SqlDdlNodes.dropTable(s.end(this), ifExists, name); }
}

SqlDrop DropView(Span s, boolean replace) :
{
    final boolean ifExists;
    final SqlIdentifier name;
}
{
    <VIEW> ifExists = IfExistsOpt() name = CompoundTableIdentifier()
    { return SqlDdlNodes.dropView(s.end(this), ifExists, name); }
}

SqlDrop DropMaterializedView(Span s, boolean replace) :
{
    final boolean ifExists;
    final SqlIdentifier name;
}
{
    <MATERIALIZED> <VIEW> ifExists = IfExistsOpt() name = CompoundTableIdentifier()
    { return SqlDdlNodes.dropMaterializedView(s.end(this), ifExists, name); }
}

SqlDrop DropType(Span s, boolean replace) :
{
    final boolean ifExists;
    final SqlIdentifier name;
}
{
    <TYPE> ifExists = IfExistsOpt() name = CompoundIdentifier()
    { return SqlDdlNodes.dropType(s.end(this), ifExists, name); }
}

SqlDrop DropFunction(Span s, boolean replace) :
{
    final boolean ifExists;
    final SqlIdentifier name;
}
{
    <FUNCTION> ifExists = IfExistsOpt() name = CompoundIdentifier()
    { return SqlDdlNodes.dropFunction(s.end(this), ifExists, name); }
}
