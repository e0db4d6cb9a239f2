using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Adds attributes, a name or links to the span of a message when the span starts. It is called for recorded spans only, on the thread that
/// runs the actor and before its handler, so it should be quick. If it throws, the message and its span continue, and the exception is reported
/// once. A handler adds its own data through <see cref="AkkaCurrentMessage.Span"/>.
/// </summary>
/// <param name="span">The span. It is current. Do not stop it.</param>
/// <param name="message">The message and its circumstances.</param>
public delegate void AkkaSpanEnricher(Activity span, in AkkaMessageContext message);
