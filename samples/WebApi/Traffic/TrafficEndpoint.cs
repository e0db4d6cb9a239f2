namespace WebApi.Traffic;

/// <summary><c>/traffic</c>: read, stop, start and set the customers.</summary>
public static class TrafficEndpoint
{
    public static void AddTraffic(this IServiceCollection services) => services
        .AddSingleton<TrafficControl>()
        .AddSingleton<OwnAddress>()
        .AddHostedService<TrafficGenerator>();

    public static void MapTraffic(this WebApplication app)
    {
        app.MapGet("/traffic", TrafficState.Of).DisableHttpMetrics();
        app.MapPost("/traffic", (TrafficChange change, TrafficControl control) =>
        {
            change.ApplyTo(control);
            return TrafficState.Of(control);
        }).DisableHttpMetrics();
    }
}

/// <summary>How the customers are now.</summary>
public sealed record TrafficState(bool Running, double Rate, double MinRate, double MaxRate)
{
    public static TrafficState Of(TrafficControl control) =>
        new(control.IsRunning, control.Rate, TrafficControl.MinRate, TrafficControl.MaxRate);
}

/// <summary>What shall change; what is not set stays.</summary>
public sealed record TrafficChange(bool? Running = null, double? Rate = null)
{
    internal void ApplyTo(TrafficControl control)
    {
        control.Rate = Rate ?? control.Rate;
        if (Running is true)
        {
            control.Start();
        }
        else if (Running is false)
        {
            control.Stop();
        }
    }
}
