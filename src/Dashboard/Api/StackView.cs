namespace AkkaInstrumentation;

/// <summary>Where the handler of one actor hangs.</summary>
/// <param name="Problem">Why there is no stack; null if there is one.</param>
/// <param name="Where">The innermost method, and that of the application.</param>
/// <param name="Frames">The methods, the innermost first.</param>
internal sealed record StackView(string? Problem, string? Where, IReadOnlyList<string> Frames)
{
    /// <summary>Null when no instrumented actor has the path.</summary>
    public static async Task<StackView?> Read(AkkaInstrumentationExtension system, string path)
    {
        if (!path.StartsWith('/') || path.Length == 1 || system.Insight.Looks.MailboxAt(path) is not MailboxRecorder mailbox)
        {
            return null;
        }

        var (stack, problem) = await system.Insight.Stacks.Ask(mailbox).ConfigureAwait(false);
        return new(problem, stack?.Where, stack?.Frames ?? []);
    }
}
