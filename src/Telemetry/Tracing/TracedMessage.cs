using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>A message that may get a span, as its mailbox passes it.</summary>
/// <param name="Message">The message, possibly in one of Akka's wrappers.</param>
/// <param name="Sender">Its sender.</param>
/// <param name="EnqueuedAt"><see cref="System.Diagnostics.Stopwatch"/> ticks at enqueue; 0 when this message is not timed.</param>
/// <param name="Origin">Where it was sent; null when it was sent outside of all traces.</param>
internal readonly record struct TracedMessage(object Message, IActorRef Sender, long EnqueuedAt, MessageOrigin? Origin);
