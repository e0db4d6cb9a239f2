namespace AkkaInstrumentation;

/// <summary>Names that represent no single type, in words.</summary>
internal static class FoldedWords
{
    /// <summary>A sender in words, for people.</summary>
    /// <param name="sender">Its type, or one of <see cref="FoldedNames"/>.</param>
    /// <param name="address">Its node, if it is on another node and the address is known.</param>
    public static string Who(string sender, string? address = null) => sender switch
    {
        FoldedNames.None => "code outside of actors",
        FoldedNames.Timer => "a timer",
        FoldedNames.Ask => "Ask",
        FoldedNames.Remote => $"an actor on {address ?? "another node"}",
        FoldedNames.Unknown => "a stopped actor",
        FoldedNames.Other => "others",
        _ => sender,
    };

    /// <summary>The message that a handler works on, in words.</summary>
    public static string Work(string message) => message switch
    {
        FoldedNames.None => "its start, stop or restart",
        FoldedNames.Recovery => "its recovery",
        FoldedNames.Unknown => "an unknown message",
        FoldedNames.Other => "other messages",
        _ => message,
    };
}
