namespace Akka.Actor;

/// <summary>A token source; the scheduler is there for the signature.</summary>
public class Cancelable : ICancelable, IDisposable
{
    private readonly CancellationTokenSource _token = new();

    public Cancelable(IScheduler scheduler)
    {
    }

    public bool IsCancellationRequested => _token.IsCancellationRequested;

    public void Cancel() => _token.Cancel();

    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    protected virtual void Dispose(bool disposing) => _token.Dispose();
}
