namespace Akka.Actor;

/// <summary>Signals that scheduled work shall not run any more.</summary>
public interface ICancelable
{
    bool IsCancellationRequested { get; }

    CancellationToken Token { get; }

    void Cancel();

    void CancelAfter(TimeSpan delay);
}
