namespace AkkaInstrumentation;

/// <summary>
/// Marks a message that a control-aware mailbox gives to the actor before all others that wait, as Akka on the JVM does.
/// Akka.NET has no such mailbox of its own.
/// </summary>
public interface IControlMessage;
