/** Parses a statement that starts with WITH: a query, or a change that sees the WITH's tables. */
SqlNode WithStatement() :
{
    final SqlNodeList withList;
    SqlNode e;
    final List<Object> list = new ArrayList<Object>();
}
{
    withList = WithList()
    (
        e = LensDml(withList) { return e; }
    |
        e = LeafQueryOrExpr(ExprContext.ACCEPT_QUERY) { list.add(e); }
        ( AddSetOpQuery(list, ExprContext.ACCEPT_QUERY) )*
        { e = addWith(withList, SqlParserUtil.toTree(list)); }
        e = OrderByLimitOpt(e)
        { return e; }
    )
}

/** Parses INSERT, UPSERT, UPDATE, DELETE or MERGE; "withList" may be null. */
SqlNode LensDml(SqlNodeList withList) :
{
    SqlNode statement;
    final List<SqlNode> returning = new ArrayList<SqlNode>();
}
{
    (
        statement = LensInsert()
    |
        statement = LensUpdate()
    |
        statement = LensDelete()
    |
        statement = LensMerge()
    )
    [
        <RETURNING> AddSelectItem(returning)
        ( <COMMA> AddSelectItem(returning) )*
    ]
    { return CommonTables.statement(statement, returning, withList, getPos()); }
}

SqlNode LensInsert() :
{
    final List<SqlLiteral> keywords = new ArrayList<SqlLiteral>();
    final SqlNodeList keywordList;
    final SqlIdentifier tableName;
    SqlNode tableRef;
    SqlNode source;
    SqlNodeList columnList = null;
    SqlConflictClause conflict = null;
    boolean defaultValues = false;
    final Span s = Span.of();
    final Pair<SqlNodeList, SqlNodeList> p;
}
{
    (
        <INSERT> { s.add(this); } [ <OR> conflict = InsertOr() ]
    |
        <UPSERT> { s.add(this); keywords.add(SqlInsertKeyword.UPSERT.symbol(getPos())); }
    )
    { keywordList = new SqlNodeList(keywords, s.addAll(keywords).pos()); }
    <INTO> tableName = CompoundTableIdentifier()
    ( tableRef = TableHints(tableName) | { tableRef = tableName; } )
    [ LOOKAHEAD(5) tableRef = ExtendTable(tableRef) ]
    [
        LOOKAHEAD(2)
        p = ParenthesizedCompoundIdentifierList() {
            if (!p.right.isEmpty()) {
                tableRef = extend(tableRef, p.right);
            }
            columnList = p.left.isEmpty() ? null : p.left;
        }
    ]
    (
        <DEFAULT_> <VALUES> {
            defaultValues = true;
            columnList = new SqlNodeList(getPos());
            source = CommonTables.noValues(getPos());
        }
    |
        source = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    )
    [ conflict = ConflictClause(conflict) ]
    {
        final SqlNode insert =
            new SqlInsert(s.end(this), keywordList, tableRef, source, columnList);
        return conflict == null && !defaultValues
            ? insert
            : new SqlLensDml(insert.getParserPosition(), insert, ImmutableList.<SqlNode>of(),
                Optional.ofNullable(conflict), defaultValues);
    }
}

SqlConflictClause InsertOr() :
{
    final SqlConflictClause.Kind kind;
}
{
    (
        <REPLACE> { kind = SqlConflictClause.Kind.OR_REPLACE; }
    |
        <IGNORE> { kind = SqlConflictClause.Kind.OR_IGNORE; }
    |
        <ABORT> { kind = SqlConflictClause.Kind.OR_ABORT; }
    )
    { return SqlConflictClause.insertOr(getPos(), kind); }
}

SqlConflictClause ConflictClause(SqlConflictClause earlier) :
{
    final Span s;
    List<SqlIdentifier> target = ImmutableList.of();
    final List<SqlIdentifier> columns = new ArrayList<SqlIdentifier>();
    final List<SqlNode> values = new ArrayList<SqlNode>();
    SqlNode where = null;
    SqlConflictClause.Kind kind = SqlConflictClause.Kind.DO_NOTHING;
}
{
    <ON> { s = span(); } <CONFLICT>
    [ target = ColumnNames() ]
    <DO>
    (
        <NOTHING>
    |
        <UPDATE> { kind = SqlConflictClause.Kind.DO_UPDATE; }
        <SET> AddConflictAssignment(columns, values)
        ( <COMMA> AddConflictAssignment(columns, values) )*
        [ where = Where() ]
    )
    {
        return SqlConflictClause.onConflict(
            s.end(this), earlier, kind, target, columns, values, Optional.ofNullable(where));
    }
}

void AddConflictAssignment(List<SqlIdentifier> columns, List<SqlNode> values) :
{
    final SqlIdentifier column;
    final SqlNode value;
}
{
    column = SimpleIdentifier() <EQ> value = AssignedValue()
    { columns.add(column); values.add(value); }
}

SqlNode AssignedValue() :
{
    final SqlNode value;
}
{
    value = Default() { return value; }
|
    value = Expression(ExprContext.ACCEPT_SUB_QUERY) { return value; }
}

void AddAssignments(List<SqlNode> columns, List<SqlNode> values) :
{
    SqlIdentifier column;
    SqlNode value;
}
{
    column = CompoundIdentifier() { columns.add(column); }
    <EQ> value = AssignedValue() { values.add(value); }
    (
        <COMMA> column = CompoundIdentifier() { columns.add(column); }
        <EQ> value = AssignedValue() { values.add(value); }
    )*
}

SqlNode LensUpdate() :
{
    final SqlIdentifier tableName;
    SqlNode tableRef;
    SqlIdentifier alias = null;
    SqlNode where = null;
    final SqlNodeList columns;
    final SqlNodeList values;
    final Span s;
}
{
    <UPDATE> {
        s = span();
        columns = new SqlNodeList(s.pos());
        values = new SqlNodeList(s.pos());
    }
    tableName = CompoundTableIdentifier()
    ( tableRef = TableHints(tableName) | { tableRef = tableName; } )
    [ tableRef = ExtendTable(tableRef) ]
    [ [ <AS> ] alias = SimpleIdentifier() ]
    <SET> AddAssignments(columns, values)
    [ where = Where() ]
    {
        return new SqlUpdate(s.end(this), tableRef, columns, values, where, null, alias);
    }
}

SqlNode LensDelete() :
{
    final SqlIdentifier tableName;
    SqlNode tableRef;
    SqlIdentifier alias = null;
    SqlNode where = null;
    final Span s;
}
{
    <DELETE> { s = span(); }
    <FROM> tableName = CompoundTableIdentifier()
    ( tableRef = TableHints(tableName) | { tableRef = tableName; } )
    [ tableRef = ExtendTable(tableRef) ]
    [ [ <AS> ] alias = SimpleIdentifier() ]
    [ where = Where() ]
    { return new SqlDelete(s.end(this), tableRef, where, null, alias); }
}

SqlNode LensMerge() :
{
    final SqlIdentifier tableName;
    SqlNode tableRef;
    SqlIdentifier alias = null;
    final SqlNode source;
    final SqlNode condition;
    SqlUpdate update = null;
    SqlInsert insert = null;
    final Span s;
}
{
    <MERGE> { s = span(); } <INTO> tableName = CompoundTableIdentifier()
    ( tableRef = TableHints(tableName) | { tableRef = tableName; } )
    [ tableRef = ExtendTable(tableRef) ]
    [ [ <AS> ] alias = SimpleIdentifier() ]
    <USING> source = TableRef()
    <ON> condition = Expression(ExprContext.ACCEPT_SUB_QUERY)
    (
        LOOKAHEAD(2)
        update = MergeUpdate(tableRef, alias)
        [ insert = WhenNotMatchedClause(tableRef) ]
    |
        insert = WhenNotMatchedClause(tableRef)
    )
    {
        return new SqlMerge(
            s.end(this), tableRef, condition, source, update, insert, null, alias);
    }
}

SqlUpdate MergeUpdate(SqlNode table, SqlIdentifier alias) :
{
    final Span s;
    final SqlNodeList columns = new SqlNodeList(SqlParserPos.ZERO);
    final SqlNodeList values = new SqlNodeList(SqlParserPos.ZERO);
}
{
    <WHEN> { s = span(); } <MATCHED> <THEN> <UPDATE> <SET> AddAssignments(columns, values)
    { return new SqlUpdate(s.addAll(values).pos(), table, columns, values, null, null, alias); }
}

/** Parses "EXPLAIN PLAN ..." as Calcite does, over all statements that this grammar adds. */
SqlNode ExplainPlan() :
{
    SqlNode statement;
    SqlExplainLevel detailLevel = SqlExplainLevel.EXPPLAN_ATTRIBUTES;
    final SqlExplain.Depth depth;
    SqlExplainFormat format = SqlExplainFormat.TEXT;
}
{
    <EXPLAIN> <PLAN>
    [ detailLevel = ExplainDetailLevel() ]
    depth = ExplainDepth()
    [
        <AS>
        (
            <XML> { format = SqlExplainFormat.XML; }
        |
            <JSON> { format = SqlExplainFormat.JSON; }
        |
            <DOT_FORMAT> { format = SqlExplainFormat.DOT; }
        )
    ]
    <FOR>
    (
        statement = LensDml(null)
    |
        LOOKAHEAD(1)
        statement = WithStatement()
    |
        statement = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    )
    {
        return new SqlExplain(getPos(),
            statement,
            detailLevel.symbol(SqlParserPos.ZERO),
            depth.symbol(SqlParserPos.ZERO),
            format.symbol(SqlParserPos.ZERO),
            nDynamicParams);
    }
}
