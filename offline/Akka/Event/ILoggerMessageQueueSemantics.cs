using Akka.Dispatch;

namespace Akka.Event;

/// <summary>Marks the message queue of a logger.</summary>
public interface ILoggerMessageQueueSemantics : ISemantics;
