namespace AkkaInstrumentation.Tests.Cases;

/// <summary>
/// One situation that an actor can get into and the spans that it must leave, as a tree. A new one is a new row: what is sent in <paramref
/// name="Act"/>, and what <see cref="CaseTree"/> writes of it.
/// </summary>
/// <param name="Name">Area and situation.</param>
/// <param name="Act">Makes actors and sends messages.</param>
/// <param name="Tree">The spans, siblings in alphabetical order.</param>
/// <param name="Hocon">Settings of the system.</param>
internal sealed record Case(string Name, Func<Scene, Task> Act, string Tree, string Hocon = "")
{
    /// <summary>How many lines of the tree are spans of ours.</summary>
    public int Spans => Tree.Split('\n').Count(line => line.Length > 0 && line != CaseTree.Test && line != CaseTree.Nothing);

    /// <summary>The user's code filter.</summary>
    public AkkaMessageFilter? Filter { get; init; }

    /// <summary>The user's redactor and enricher.</summary>
    public SpanCallbacks? Callbacks { get; init; }

    public Case(string name, Action<Scene> act, string tree, string hocon = "")
        : this(
            name,
            scene =>
            {
                act(scene);
                return Task.CompletedTask;
            },
            tree,
            hocon)
    {
    }
}
