using Akka.Actor;

namespace WebApi.Actors;

/// <summary>Wants labels. In a rush more of them than the printer can print, for a few seconds.</summary>
public sealed class WarehouseActor : ReceiveActor, IWithTimers
{
    private const int LabelsAtOnce = 50;
    private const int Times = 120;
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    private int _left;
    private int _labels;

    public WarehouseActor(IActorRef printer)
    {
        Receive<Rush>(_ =>
        {
            _left = Times;
            Timers.StartPeriodicTimer("labels", More.Instance, Pause);
        });
        Receive<More>(_ =>
        {
            for (var i = 0; i < LabelsAtOnce; i++)
            {
                printer.Tell(new PrintLabel(++_labels), Self);
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
