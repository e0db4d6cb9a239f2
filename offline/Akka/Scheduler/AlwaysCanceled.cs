namespace Akka.Actor;

/// <summary>A cancelable that was cancelled before anybody saw it.</summary>
internal sealed class AlwaysCanceled : ICancelable
{
    public static readonly AlwaysCanceled Instance = new();

    public bool IsCancellationRequested => true;

    public CancellationToken Token { get; } = new(canceled: true);

    public void Cancel()
    {
    }

    public void Cancel(bool throwOnFirstException)
    {
    }

    public void CancelAfter(TimeSpan delay)
    {
    }

    public void CancelAfter(int millisecondsDelay)
    {
    }
}
