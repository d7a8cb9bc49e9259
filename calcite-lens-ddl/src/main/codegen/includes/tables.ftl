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
