using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// One of an actor's last messages, in 32 bytes. It keeps neither the message nor its sender alive: of the type it has the name, of the sender the
/// path, which refers to no actor.
/// </summary>
internal struct LastMessage
{
    public long BeganAt;
    public long State;
    private string? _type;
    private ActorPath? _sender;

    /// <summary>
    /// Writes the message that takes this place. Every write is a release, so a reader that sees any of it also sees the number that
    /// <see cref="LastMessageRing"/> has written before. A reference is written only when it changes: most messages of an actor are alike.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write(string type, ActorPath? sender, long beganAt, LastMessageState state)
    {
        Volatile.Write(ref State, state.Packed);
        Volatile.Write(ref BeganAt, beganAt);
        if (!ReferenceEquals(_type, type))
        {
            Volatile.Write(ref _type, type);
        }

        if (!ReferenceEquals(_sender, sender))
        {
            Volatile.Write(ref _sender, sender);
        }
    }

    /// <summary>Copies it while another thread may write it. Whether the copy is of one message, <see cref="LastMessageRing"/> finds out.</summary>
    public static LastMessage Copy(ref LastMessage message) => new()
    {
        State = Volatile.Read(ref message.State),
        BeganAt = Volatile.Read(ref message.BeganAt),
        _type = Volatile.Read(ref message._type),
        _sender = Volatile.Read(ref message._sender),
    };

    /// <summary>The message for people.</summary>
    public readonly AkkaRecordedMessage ToRecorded()
    {
        var state = new LastMessageState(State);
        return new(_type!, TextOf(_sender), Ticks.ToUtc(BeganAt), TimeOf(state.Waited), TimeOf(state.Worked), state.Outcome);
    }

    private static TimeSpan? TimeOf(long ticks) => ticks < 0 ? null : System.Diagnostics.Stopwatch.GetElapsedTime(0, ticks);

    private static string? TextOf(ActorPath? path) =>
        path is null ? null : ActorTypeNames.IsTemporary(path) ? FoldedNames.AskPath : path.ToStringWithoutAddress();
}
