namespace Akka.TestKit;

public abstract partial class TestKitBase
{
    /// <summary>Tries until the assertion holds; when time is up its last exception is the test's.</summary>
    public void AwaitAssert(Action assertion, TimeSpan? duration = null, TimeSpan? interval = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(assertion);
        var end = Now + RemainingOrDilated(duration);
        while (true)
        {
            try
            {
                assertion();
                return;
            }
            catch (Exception) when (Now < end)
            {
                Pause(interval, end, cancellationToken);
            }
        }
    }

    public Task AwaitAssertAsync(Action assertion, TimeSpan? duration = null, TimeSpan? interval = null, CancellationToken cancellationToken = default) =>
        AwaitAssertAsync(() => { assertion(); return Task.CompletedTask; }, duration, interval, cancellationToken);

    public async Task AwaitAssertAsync(Func<Task> assertion, TimeSpan? duration = null, TimeSpan? interval = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(assertion);
        var end = Now + RemainingOrDilated(duration);
        while (true)
        {
            try
            {
                await assertion();
                return;
            }
            catch (Exception) when (Now < end)
            {
                await PauseAsync(interval, end, cancellationToken);
            }
        }
    }
}
