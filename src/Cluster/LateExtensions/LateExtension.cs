using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// One of Akka's extensions that may start later than this instrumentation, or never. It is found when it exists, and never created: a cluster
/// extension that the application does not use must not start because of telemetry. Any thread.
/// </summary>
/// <param name="system">The actor system.</param>
/// <param name="use">Gets the extension when it is found, once, on a thread of the pool.</param>
internal sealed class LateExtension<T>(ActorSystem system, Action<T>? use = null)
    where T : class, IExtension
{
    private T? _found;
    private int _looking;

    /// <summary>
    /// The extension; null while it does not exist. Never waits: an extension that is being created blocks every caller, and the cluster's takes
    /// seconds to create. So another thread looks it up.
    /// </summary>
    public T? Value
    {
        get
        {
            var found = Volatile.Read(ref _found);
            if (found is null && system.HasExtension<T>() && Interlocked.Exchange(ref _looking, 1) == 0)
            {
                ThreadPool.UnsafeQueueUserWorkItem(static self => self.Find(), this, preferLocal: false);
            }

            return found;
        }
    }

    private void Find()
    {
        try
        {
            if (system.TryGetExtension<T>(out var found) && Interlocked.Exchange(ref _found, found) is null)
            {
                use?.Invoke(found);
            }
        }
        catch (Exception e)
        {
            // The extension could not be created, which is not a fault of the instrumentation.
            TelemetryFault.Report(TelemetryFault.Watch, e);
        }
        finally
        {
            Volatile.Write(ref _looking, 0);
        }
    }
}
