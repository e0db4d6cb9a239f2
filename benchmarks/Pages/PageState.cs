namespace AkkaInstrumentation.Benchmarks;

/// <summary>Which pages of the dashboard are open. Nobody else listens to metrics or spans.</summary>
/// <param name="Name">As in the results.</param>
/// <param name="What">One line for the reader of the results.</param>
/// <param name="IsMapped">Whether there is a dashboard.</param>
/// <param name="KeepsHistory">Whether it keeps its history while no page is open.</param>
/// <param name="Pages">Pages that are open.</param>
internal sealed record PageState(string Name, string What, bool IsMapped = true, bool KeepsHistory = true, int Pages = 0)
{
    /// <summary>All others are compared with the first.</summary>
    public static readonly IReadOnlyList<PageState> All =
    [
        new("without", "instrumented, no dashboard", IsMapped: false),
        new("no-history", "no page is open, the history is switched off", KeepsHistory: false),
        new("history", "no page is open"),
        new("one-page", "the overview is open", Pages: 1),
        new("ten-pages", "ten views are open", Pages: 10),
    ];

    public static PageState Named(string name) => All.Single(state => state.Name == name);
}
