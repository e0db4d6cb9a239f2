using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Adds to the span of a message when it starts: attributes, a name, links. Called for recorded spans only, on the thread that
/// runs the actor and before its handler, so it should be quick. If it throws, the message and its span go on, and it is reported
/// once. What a handler itself has to add it adds by <see cref="CurrentMessage.Span"/>.
/// </summary>
/// <param name="span">The span, which is current; to be left open.</param>
/// <param name="message">What is known of the message.</param>
public delegate void SpanEnricher(Activity span, in MessageContext message);
