SqlNode SchemaCommand() :
{
    final Span s = Span.of();
    final SqlSchemaCommand.Kind kind;
    final SqlIdentifier name;
}
{
    (
        <APPLY> { s.add(this); kind = SqlSchemaCommand.Kind.APPLY; }
    |
        <DIFF> { s.add(this); kind = SqlSchemaCommand.Kind.DIFF; }
    |
        <EXPORT> { s.add(this); kind = SqlSchemaCommand.Kind.EXPORT; }
    |
        <REFRESH> { s.add(this); kind = SqlSchemaCommand.Kind.REFRESH; }
    )
    <SCHEMA> name = CompoundTableIdentifier()
    { return new SqlSchemaCommand(s.end(this), kind, name); }
}

SqlNode ExplainLens() :
{
    final Span s;
    final SqlIdentifier table;
}
{
    <EXPLAIN> { s = span(); } <LENS> table = CompoundTableIdentifier()
    { return new SqlExplainLens(s.end(this), table); }
}

SqlNode TransactionControl() :
{
    final Span s = Span.of();
    SqlTransactionControl.Kind kind;
    SqlIdentifier name = null;
    final List<SqlIdentifier> constraints = new ArrayList<SqlIdentifier>();
    int isolation = 0;
}
{
    (
        <COMMIT> { s.add(this); kind = SqlTransactionControl.Kind.COMMIT; } [ <WORK> ]
    |
        <ROLLBACK> { s.add(this); kind = SqlTransactionControl.Kind.ROLLBACK; } [ <WORK> ]
        [
            <TO> [ <SAVEPOINT> ] name = SimpleIdentifier()
            { kind = SqlTransactionControl.Kind.ROLLBACK_TO; }
        ]
    |
        <SAVEPOINT> { s.add(this); kind = SqlTransactionControl.Kind.SAVEPOINT; }
        name = SimpleIdentifier()
    |
        <RELEASE> { s.add(this); kind = SqlTransactionControl.Kind.RELEASE; } [ <SAVEPOINT> ]
        name = SimpleIdentifier()
    |
        <SET> { s.add(this); }
        (
            <TRANSACTION>
            (
                <ISOLATION> <LEVEL> isolation = IsolationLevel()
                { kind = SqlTransactionControl.Kind.SET_ISOLATION; }
            |
                <READ>
                (
                    <ONLY> { kind = SqlTransactionControl.Kind.SET_READ_ONLY; }
                |
                    <WRITE> { kind = SqlTransactionControl.Kind.SET_READ_WRITE; }
                )
            )
        |
            <CONSTRAINTS>
            (
                <ALL>
            |
                name = CompoundTableIdentifier() { constraints.add(name); }
                ( <COMMA> name = CompoundTableIdentifier() { constraints.add(name); } )*
                { name = null; }
            )
            (
                <IMMEDIATE> { kind = SqlTransactionControl.Kind.SET_CONSTRAINTS_IMMEDIATE; }
            |
                <DEFERRED> { kind = SqlTransactionControl.Kind.SET_CONSTRAINTS_DEFERRED; }
            )
        )
    )
    {
        return new SqlTransactionControl(
            s.end(this), kind, Optional.ofNullable(name), constraints, isolation);
    }
}

int IsolationLevel() :
{
}
{
    <READ>
    (
        <COMMITTED> { return java.sql.Connection.TRANSACTION_READ_COMMITTED; }
    |
        <UNCOMMITTED> { return java.sql.Connection.TRANSACTION_READ_UNCOMMITTED; }
    )
|
    <REPEATABLE> <READ> { return java.sql.Connection.TRANSACTION_REPEATABLE_READ; }
|
    <SERIALIZABLE> { return java.sql.Connection.TRANSACTION_SERIALIZABLE; }
}
