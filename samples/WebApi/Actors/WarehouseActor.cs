using Akka.Actor;
using Akka.Hosting;

namespace WebApi.Actors;

/// <summary>Wants labels. In a rush more of them than the printer can print, for a while.</summary>
public sealed class WarehouseActor : ReceiveActor, IWithTimers
{
    private const int LabelsAtOnce = 50;
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan RushTime = TimeSpan.FromSeconds(20);

    private int _left;
    private int _labels;

    /// <param name="printer">Who prints.</param>
    /// <param name="configuration"><c>Warehouse:RushTime</c> is how long a rush lasts, 20 seconds by default.</param>
    public WarehouseActor(IRequiredActor<PrinterActor> printer, IConfiguration configuration)
    {
        var times = (int)(configuration.GetValue("Warehouse:RushTime", RushTime) / Pause);
        Receive<Rush>(_ =>
        {
            _left = times;
            Timers.StartPeriodicTimer("labels", More.Instance, Pause);
        });
        Receive<More>(_ =>
        {
            for (var i = 0; i < LabelsAtOnce; i++)
            {
                printer.ActorRef.Tell(new PrintLabel(++_labels), Self);
            }

            if (--_left == 0)
            {
                Timers.Cancel("labels");
            }
        });
    }

    public ITimerScheduler Timers { get; set; } = null!;

    private sealed record More
    {
        public static readonly More Instance = new();
    }
}
