namespace Akka.Actor;

/// <summary>Signals that scheduled work shall not run any more.</summary>
public interface ICancelable
{
    bool IsCancellationRequested { get; }

    CancellationToken Token { get; }

    void Cancel();

    void Cancel(bool throwOnFirstException);

    void CancelAfter(TimeSpan delay);

    void CancelAfter(int millisecondsDelay);
}
