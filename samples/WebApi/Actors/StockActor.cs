using Akka.Actor;

namespace WebApi.Actors;

/// <summary>Keeps the shelves. It loads its catalogue first; orders that arrive meanwhile are stashed.</summary>
public sealed class StockActor : ReceiveActor, IWithUnboundedStash, IWithTimers
{
    private static readonly TimeSpan LoadingTime = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan DeliveryInterval = TimeSpan.FromSeconds(10);

    private readonly Dictionary<string, int> _shelves = [];
    private Catalogue _catalogue = Catalogue.Empty;

    public StockActor() => Loading();

    public IStash Stash { get; set; } = null!;

    public ITimerScheduler Timers { get; set; } = null!;

    protected override void PreStart() => LoadCatalogue().PipeTo(Self);

    private void Loading()
    {
        Receive<Catalogue>(catalogue =>
        {
            _catalogue = catalogue;
            FillShelves();
            Timers.StartPeriodicTimer("delivery", Delivery.Instance, DeliveryInterval);
            Become(Open);
            Stash.UnstashAll();
        });
        ReceiveAny(_ => Stash.Stash());
    }

    private void Open()
    {
        Receive<ReserveStock>(order => Sender.Tell(Reserve(order)));
        Receive<ReleaseStock>(order => _shelves[order.Product] += order.Quantity);
        Receive<Delivery>(_ => FillShelves());
    }

    private StockReservation Reserve(ReserveStock order)
    {
        if (_shelves.GetValueOrDefault(order.Product) < order.Quantity)
        {
            return new StockReservation(Reserved: false, Price: 0);
        }

        _shelves[order.Product] -= order.Quantity;
        return new StockReservation(Reserved: true, _catalogue.Prices[order.Product] * order.Quantity);
    }

    private void FillShelves()
    {
        foreach (var product in _catalogue.Prices.Keys)
        {
            _shelves[product] = _catalogue.OnShelf;
        }
    }

    // A database would be asked here.
    private static async Task<Catalogue> LoadCatalogue()
    {
        await Task.Delay(LoadingTime);
        return Catalogue.OfTheShop;
    }
}
