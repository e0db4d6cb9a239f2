using System.Diagnostics;
using System.Runtime.CompilerServices;
using Microsoft.Extensions.Hosting;

namespace AkkaInstrumentation;

/// <summary>
/// The hosts of this process that are about to be built. .NET announces each host to a <see cref="DiagnosticListener"/> after the application has
/// configured it, so all services are known by then.
/// </summary>
internal sealed class HostsToInstrument : IObserver<DiagnosticListener>, IObserver<KeyValuePair<string, object?>>
{
    private const string Hosting = "Microsoft.Extensions.Hosting";
    private const string HostBuilding = "HostBuilding";

    private static int _observed;

    /// <summary>Subscribes once in a process, because both ways to start may be in use.</summary>
    public static void Observe()
    {
        if (Interlocked.Exchange(ref _observed, 1) == 0)
        {
            DiagnosticListener.AllListeners.Subscribe(new HostsToInstrument());
        }
    }

    public void OnNext(DiagnosticListener value)
    {
        if (value.Name == Hosting)
        {
            value.Subscribe(this, static name => name == HostBuilding);
        }
    }

    public void OnNext(KeyValuePair<string, object?> value)
    {
        if (value.Key == HostBuilding)
        {
            HookFolder.Try(() => Configure(value.Value));
        }
    }

    public void OnCompleted()
    {
    }

    public void OnError(Exception error)
    {
    }

    // not inlined: a process without a host has no such type
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Configure(object? builder) => (builder as IHostBuilder)?.ConfigureServices(static (host, services) =>
        HookFolder.Try(() => InstrumentedHost.Configure(host, services)));
}
