namespace AkkaInstrumentation;

/// <summary>The message queue of an instrumented mailbox.</summary>
internal interface IObservedQueue
{
    ObservedMailbox Observed { get; }
}
