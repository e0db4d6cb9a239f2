using Akka.Actor;
using Akka.Pattern;

namespace WebApi.Actors;

/// <summary>What mails depend on, behind a circuit breaker. It can be down for a while. Any thread.</summary>
public sealed class MailServer(ActorSystem system)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Rest = TimeSpan.FromSeconds(5);

    private readonly CircuitBreaker _breaker =
        new CircuitBreaker(system.Scheduler, maxFailures: 5, callTimeout: Patience, resetTimeout: Rest).WithInstrumentation(system, "mail server");

    private long _downUntil;

    public void BreakDown(TimeSpan lasts) => Volatile.Write(ref _downUntil, DateTime.UtcNow.Ticks + lasts.Ticks);

    /// <exception cref="OpenCircuitException">It has failed too often, and has not been asked.</exception>
    public Task Send(MailReceipt receipt) => _breaker.WithCircuitBreaker(_ => DateTime.UtcNow.Ticks < Volatile.Read(ref _downUntil)
        ? Task.FromException(new MailServerDownException($"No mail server for receipt {receipt.Number}"))
        : Task.CompletedTask);
}

/// <summary>The mail server does not answer.</summary>
public sealed class MailServerDownException(string message) : Exception(message);
