#nullable disable annotations // oblivious, as Akka's own signatures are: linked cancelables may be null

namespace Akka.Actor;

/// <summary>A cancellation source whose <c>CancelAfter</c> uses a scheduler's clock.</summary>
public class Cancelable : ICancelable, IDisposable
{
    private readonly CancellationTokenSource _source;
    private readonly IActionScheduler _scheduler;
    private volatile bool _disposed;

    public Cancelable(IActionScheduler scheduler)
        : this(scheduler, new CancellationTokenSource())
    {
    }

    public Cancelable(IScheduler scheduler)
        : this(scheduler.Advanced)
    {
    }

    public Cancelable(IActionScheduler scheduler, TimeSpan delay)
        : this(scheduler)
    {
        CancelAfter(delay);
    }

    public Cancelable(IScheduler scheduler, TimeSpan delay)
        : this(scheduler.Advanced, delay)
    {
    }

    public Cancelable(IScheduler scheduler, int millisecondsDelay)
        : this(scheduler)
    {
        CancelAfter(millisecondsDelay);
    }

    private Cancelable(IActionScheduler scheduler, CancellationTokenSource source)
    {
        _scheduler = scheduler;
        _source = source;
    }

    public bool IsCancellationRequested => _source.IsCancellationRequested;

    public CancellationToken Token => _source.Token;

    public bool IsDisposed => _disposed;

    public static ICancelable CreateCanceled() => AlwaysCanceled.Instance;

    public static ICancelable CreateLinkedCancelable(IScheduler scheduler, params ICancelable[] cancelables) =>
        CreateLinkedCancelable(scheduler.Advanced, cancelables);

    public static ICancelable CreateLinkedCancelable(IActionScheduler scheduler, params ICancelable[] cancelables) =>
        CreateLinkedCancelable(scheduler, Array.ConvertAll(cancelables, c => c.Token));

    public static ICancelable CreateLinkedCancelable(IScheduler scheduler, params CancellationToken[] cancellationTokens) =>
        CreateLinkedCancelable(scheduler.Advanced, cancellationTokens);

    public static ICancelable CreateLinkedCancelable(IActionScheduler scheduler, params CancellationToken[] cancellationTokens) =>
        new Cancelable(scheduler, CancellationTokenSource.CreateLinkedTokenSource(cancellationTokens));

    public void Cancel() => Cancel(throwOnFirstException: false);

    public void Cancel(bool throwOnFirstException)
    {
        ThrowIfDisposed();
        _source.Cancel(throwOnFirstException);
    }

    public void CancelAfter(TimeSpan delay)
    {
        if (delay < TimeSpan.Zero)
            throw new ArgumentOutOfRangeException(nameof(delay), $"The delay must be >0, it was {delay}");
        CancelAfterCore(delay);
    }

    public void CancelAfter(int millisecondsDelay)
    {
        if (millisecondsDelay < 0)
            throw new ArgumentOutOfRangeException(nameof(millisecondsDelay), $"The delay must be >0, it was {millisecondsDelay}");
        CancelAfterCore(TimeSpan.FromMilliseconds(millisecondsDelay));
    }

    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    protected virtual void Dispose(bool disposing)
    {
        if (_disposed || !disposing) return;
        _disposed = true;
        _source.Dispose();
    }

    private void CancelAfterCore(TimeSpan delay)
    {
        ThrowIfDisposed();
        _scheduler.ScheduleOnce(delay, CancelIfAlive, this);
    }

    // The owner may dispose while the timer fires: then nobody waits for the cancellation any more.
    private void CancelIfAlive()
    {
        try
        {
            if (!_disposed) _source.Cancel();
        }
        catch (ObjectDisposedException)
        {
        }
    }

    private void ThrowIfDisposed()
    {
        if (_disposed) throw new ObjectDisposedException(null, "The cancelable has been disposed");
    }
}
