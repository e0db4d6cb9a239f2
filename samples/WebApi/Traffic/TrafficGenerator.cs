using System.Diagnostics;
using WebApi.Actors;
using WebApi.Orders;

namespace WebApi.Traffic;

/// <summary>
/// The customers: place orders over real HTTP, so that each trace begins with a real request. They come at random, as
/// customers do, at the rate of <see cref="TrafficControl"/> on average.
/// </summary>
internal sealed class TrafficGenerator(TrafficControl control, OwnAddress own) : BackgroundService
{
    private const int MaxInFlight = 256;
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan LongestGap = TimeSpan.FromMilliseconds(100);
    private static readonly string[] Products = [.. Catalogue.OfTheShop.Prices.Keys];

    // A customer's own process is elsewhere: no client span and no trace header.
    private readonly HttpClient _customers = new(new SocketsHttpHandler { ActivityHeadersPropagator = null });

    private int _inFlight;

    public override void Dispose()
    {
        _customers.Dispose();
        base.Dispose();
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        var orders = new Uri(await own.WhenListening(stoppingToken), OrdersEndpoint.Path);
        using var timer = new PeriodicTimer(Tick);
        var last = Stopwatch.GetTimestamp();
        while (await timer.WaitForNextTickAsync(stoppingToken))
        {
            await control.WhenRunning(stoppingToken);

            var now = Stopwatch.GetTimestamp();
            var gap = Stopwatch.GetElapsedTime(last, now);
            last = now;
            for (var due = Arrivals(control.Rate * Math.Min(gap.TotalSeconds, LongestGap.TotalSeconds)); due > 0; due--)
            {
                _ = PlaceOrder(orders, stoppingToken);
            }
        }
    }

    private async Task PlaceOrder(Uri orders, CancellationToken stopping)
    {
        try
        {
            if (Interlocked.Increment(ref _inFlight) <= MaxInFlight)
            {
                using var response = await _customers.PostAsJsonAsync(orders, RandomOrder(), stopping);
            }
        }
        catch (Exception e) when (e is HttpRequestException or OperationCanceledException)
        {
            // a customer who cannot get in goes home
        }
        finally
        {
            Interlocked.Decrement(ref _inFlight);
        }
    }

    private static OrderRequest RandomOrder() => new(
        Products[Random.Shared.Next(Products.Length)],
        Random.Shared.Next(1, 4));

    // Poisson: independent customers, so sometimes two at once and sometimes none.
    private static int Arrivals(double mean)
    {
        var arrivals = 0;
        var none = Math.Exp(-mean);
        for (var p = Random.Shared.NextDouble(); p > none; p *= Random.Shared.NextDouble())
        {
            arrivals++;
        }

        return arrivals;
    }
}
