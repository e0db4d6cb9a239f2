using System.Runtime.InteropServices;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>A handler of a persistent actor, for the events that it persists.</summary>
/// <param name="Origin">The trace of what it sends; null for none.</param>
/// <param name="Since">When it began, or sent its events. In ticks of the stopwatch.</param>
internal readonly record struct HandlerNote(MessageOrigin? Origin, long Since);

/// <summary>
/// Handlers whose events may be sent together, by the sender of their message. It is the same object in the event. Events of one sender's handlers
/// in several traces belong to none.
/// </summary>
internal sealed class WaitingHandlers
{
    private Dictionary<object, HandlerNote> _bySender = ByReference.Empty<HandlerNote>();

    public void Add(IActorRef sender, HandlerNote handler)
    {
        ref var note = ref CollectionsMarshal.GetValueRefOrAddDefault(_bySender, sender, out var isKnown);
        note = !isKnown ? handler
            : note.Origin?.Context.TraceId == handler.Origin?.Context.TraceId ? note
            : note with { Origin = null };
    }

    /// <summary>The handler of a message from the sender: the first one, if there are several; null for none.</summary>
    public HandlerNote? Of(IActorRef? sender) => sender is not null && _bySender.TryGetValue(sender, out var note) ? note : null;

    public void Clear() => ByReference.Clear(ref _bySender);
}
