namespace Akka.Dispatch;

/// <summary>Whose tasks a <see cref="ChannelTaskScheduler"/> runs first.</summary>
public enum TaskSchedulerPriority
{
    None = 0,
    Idle = 4,
#pragma warning disable CA1069 // another word for Idle, as in Akka
    Background = 4,
#pragma warning restore CA1069
    Low = 5,
    BelowNormal = 6,
    Normal = 8,
    AboveNormal = 10,
    High = 13,
    Realtime = 24,
}
