using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Writes the last messages of a failed actor to Akka's log. The supervisor writes its own line, and no public extension point can add to it. This
/// line is written by the failing actor, inside the failed message, so it comes first and belongs to the same trace. Any thread.
/// </summary>
internal sealed class FailureLines(ExtendedActorSystem system)
{
    /// <summary>The number of lines per minute, and half as many more after a rest. An actor in a restart loop must not fill the log.</summary>
    public const int PerMinute = 20;

    private readonly FairLimit _limit = new(PerMinute / 60.0, PerMinute / 2.0);
    private readonly ConditionalWeakTable<ActorTypeInfo, FairShare> _shares = [];

    /// <summary>Whether a line about an actor of the type may be written now, and how many were held back since the last one.</summary>
    public bool TryTake(ActorTypeInfo type, long now, out long heldBack) => _limit.TryTake(_shares.GetOrCreateValue(type), now, out heldBack);

    /// <param name="path">Path of the actor, with its address. It is the source of the line, as it is of the supervisor's line.</param>
    /// <param name="actor">The actor's type.</param>
    /// <param name="cause">The thrown exception.</param>
    /// <param name="messages">The text of the last messages.</param>
    /// <param name="heldBack">Lines about actors of this type that were not written.</param>
    public void Write(string path, Type actor, Exception cause, string messages, long heldBack) => system.EventStream.Publish(new Warning(
        path,
        actor,
        $"The last messages before {TypeNames.Shortened(cause.GetType().Name)}, the latest first:\n{messages}"
            + $"{(heldBack == 0 ? "" : $"\n{heldBack} more such lines of actors of its type were held back.")}"));
}

/// <summary>The last messages of an actor as text: one line each, the latest first, up to a length.</summary>
internal static class LastMessageLines
{
    /// <summary>Characters of a text, apart from its last line, which has the number of messages that did not fit.</summary>
    public const int MaxLength = 8_192;

    public static string Format(IReadOnlyList<AkkaLastMessage> messages)
    {
        var length = 0;
        List<string> lines = [.. messages.Select(static message => message.ToString()).TakeWhile(line => (length += line.Length + 1) <= MaxLength)];
        return string.Join('\n', lines.Count == messages.Count ? lines : [.. lines, $"and {messages.Count - lines.Count} earlier ones"]);
    }
}
