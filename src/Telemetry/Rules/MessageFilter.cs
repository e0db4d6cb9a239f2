namespace AkkaInstrumentation;

/// <summary>
/// Decides by a message's content whether it gets a span: false for none. Asked after the rules, for messages that they leave
/// open, on the thread that runs the actor and for each of its messages, so it should be quick. If it throws, the message is
/// treated as if it had returned true, which is reported once.
/// </summary>
/// <param name="message">The message, without Akka's own wrapper around it.</param>
/// <param name="alreadyInTrace">Whether it was sent inside a trace; if not, its span would begin one.</param>
/// <returns>Whether the message may get a span.</returns>
public delegate bool MessageFilter(object message, bool alreadyInTrace);
