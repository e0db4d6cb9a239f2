using Akka.Actor;

namespace WebApi.Trouble;

/// <summary>Writes reminders in a scheduled delegate. It runs on the scheduler's only thread, so each timer of the shop waits for it.</summary>
internal static class Reminders
{
    private static readonly TimeSpan WriteOne = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    public static void Write(ActorSystem system, TimeSpan lasts)
    {
        var until = DateTime.UtcNow + lasts;
        system.Scheduler.Advanced.ScheduleOnce(TimeSpan.Zero, WriteAll);

        void WriteAll()
        {
            Thread.Sleep(WriteOne);
            if (DateTime.UtcNow < until)
            {
                system.Scheduler.Advanced.ScheduleOnce(Pause, WriteAll);
            }
        }
    }
}
