namespace Akka.Actor;

/// <summary>Signals that scheduled work shall not run any more.</summary>
public interface ICancelable
{
    bool IsCancellationRequested { get; }

    void Cancel();
}
