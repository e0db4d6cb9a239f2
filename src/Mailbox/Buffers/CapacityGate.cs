using System.Diagnostics;
using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>
/// Counts the places of a bounded mailbox. While there is room, entering and leaving cost one interlocked operation each. A lock is taken only when
/// senders wait.
/// </summary>
internal sealed class CapacityGate(BoundedSettings bounds)
{
    // The sign bit of the number of taken places. Read as an unsigned number, a closed gate exceeds every capacity, so the check costs senders
    // nothing.
    private const int Closed = int.MinValue;

    private readonly int _capacity = bounds.Capacity == 0 ? int.MaxValue : bounds.Capacity;
    private int _taken;
    private int _waiting;

    public TimeSpan PushTimeOut => bounds.PushTimeOut;

    public bool IsClosed => Volatile.Read(ref _taken) < 0;

    /// <summary>
    /// Sender's thread. False when there was no place within the push time-out, or when the gate is closed or was closed meanwhile.
    /// </summary>
    public bool TryEnter() => TryEnterNow() || (PushTimeOut > TimeSpan.Zero && TryEnterInTime());

    /// <summary>The thread that runs the mailbox.</summary>
    public void Leave()
    {
        Interlocked.Decrement(ref _taken);

        // The interlocked operation above is a fence. A waiting sender that does not see the free place is seen here.
        if (Volatile.Read(ref _waiting) > 0)
        {
            lock (this)
            {
                Monitor.Pulse(this);
            }
        }
    }

    /// <summary>Closes the gate. Nobody enters any more, and senders that wait for a place stop waiting. The thread that runs the mailbox.</summary>
    public void Close()
    {
        Interlocked.Or(ref _taken, Closed);

        // as in Leave: a waiting sender that does not see the sign bit is seen here
        if (Volatile.Read(ref _waiting) > 0)
        {
            lock (this)
            {
                Monitor.PulseAll(this);
            }
        }
    }

    private bool TryEnterNow()
    {
        while (true)
        {
            var taken = Volatile.Read(ref _taken);
            if ((uint)taken >= (uint)_capacity)
            {
                return false;
            }

            if (Interlocked.CompareExchange(ref _taken, taken + 1, taken) == taken)
            {
                return true;
            }
        }
    }

    private bool TryEnterInTime()
    {
        var start = Stopwatch.GetTimestamp();
        lock (this)
        {
            Interlocked.Increment(ref _waiting);
            try
            {
                while (!TryEnterNow())
                {
                    var left = PushTimeOut - Stopwatch.GetElapsedTime(start);
                    if (left <= TimeSpan.Zero || IsClosed)
                    {
                        return false;
                    }

                    Monitor.Wait(this, (int)Math.Min(Math.Ceiling(left.TotalMilliseconds), int.MaxValue));
                }

                return true;
            }
            finally
            {
                Interlocked.Decrement(ref _waiting);
            }
        }
    }
}

/// <summary>The capacity of a bounded mailbox, as in Akka's 0 for no bound, and how long a sender waits when it is full.</summary>
internal readonly record struct BoundedSettings(
    [property: Setting("mailbox-capacity", 0, int.MaxValue, Allowed = "are whole numbers from 0, 0 for no bound")] int Capacity,
    [property: Setting("mailbox-push-timeout-time", 0, double.MaxValue, Allowed = "are durations from 0, such as 0s and 10s")] TimeSpan PushTimeOut)
{
    /// <summary>
    /// A mailbox's section as it counts. For this library's own id, <paramref name="ownId"/>, missing values come from Akka's section of that kind,
    /// <paramref name="akkaId"/>.
    /// </summary>
    public static Config Merge(Settings settings, Config section, string ownId, string akkaId) =>
        section.GetString("id") == ownId && settings.Config.GetConfig(akkaId) is { } akka
            ? (settings.Config.GetConfig(ownId) ?? Config.Empty).WithFallback(akka).WithFallback(section)
            : section;

    /// <summary>Reads such a section.</summary>
    /// <exception cref="ConfigurationException">A value is not allowed. The message names its path and the allowed values.</exception>
    public static BoundedSettings Read(Config section)
    {
        var problems = new SettingsProblems();
        var bounds = ConfigurationReading.Reader.ReadSection(
            default(BoundedSettings), section.GetString("id") ?? "mailbox", section.GetValue, problems);
        return problems.Count == 0 ? bounds : throw new ConfigurationException($"{problems}.");
    }
}
