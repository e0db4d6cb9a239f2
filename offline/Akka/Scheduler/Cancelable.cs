namespace Akka.Actor;

/// <summary>A token source whose delays run on a scheduler's clock.</summary>
public class Cancelable : ICancelable, IDisposable
{
    private readonly CancellationTokenSource _token = new();
    private readonly IActionScheduler _clock;

    public Cancelable(IActionScheduler scheduler) => _clock = scheduler;

    public Cancelable(IScheduler scheduler) => _clock = scheduler.Advanced;

    public bool IsCancellationRequested => _token.IsCancellationRequested;

    public CancellationToken Token => _token.Token;

    public void Cancel() => _token.Cancel();

    public void CancelAfter(TimeSpan delay) => _clock.ScheduleOnce(delay, Cancel, cancelable: null!);

    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    protected virtual void Dispose(bool disposing) => _token.Dispose();
}
