using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;

namespace WebApi.Traffic;

/// <summary>Where this application can be reached from this machine; known once the server listens.</summary>
internal sealed class OwnAddress(IServer server, IHostApplicationLifetime lifetime)
{
    public async Task<Uri> WhenListening(CancellationToken cancelled)
    {
        var started = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var registration = lifetime.ApplicationStarted.Register(started.SetResult);
        await started.Task.WaitAsync(cancelled);
        return Get();
    }

    public Uri Get()
    {
        var address = BindingAddress.Parse(server.Features.Get<IServerAddressesFeature>()!.Addresses.First());
        var host = address.Host is "+" or "*" or "0.0.0.0" or "[::]" ? "localhost" : address.Host;
        return new UriBuilder(address.Scheme, host, address.Port).Uri;
    }
}
