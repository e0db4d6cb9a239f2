using System.Collections.Concurrent;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Messages of one sender to one actor, numbered from 1. The actor itself counts what it gets.</summary>
internal sealed class Line(string name)
{
    private static readonly ConcurrentQueue<Line> Known = new();

    // Sender: one thread at a time. Actor: one handler at a time. The judge reads.
    private long _sent;
    private long _last;
    private long _lost;
    private long _twice;
    private long _thrown;
    private long _dead;

    /// <summary>All of the day.</summary>
    public static IReadOnlyCollection<Line> All => Known;

    public string Name => name;

    public long Sent => Volatile.Read(ref _sent);

    public long Handled => Volatile.Read(ref _last) - Lost;

    /// <summary>Numbers that never came, or came too late.</summary>
    public long Lost => Volatile.Read(ref _lost);

    /// <summary>Numbers that came again, or too late.</summary>
    public long Twice => Volatile.Read(ref _twice);

    /// <summary>Handlers that threw.</summary>
    public long Thrown => Volatile.Read(ref _thrown);

    /// <summary>Dead letters that the actor sent.</summary>
    public long Dead => Volatile.Read(ref _dead);

    public bool IsQuiet => Sent == Volatile.Read(ref _last);

    public static Line Begin(string name)
    {
        var line = new Line(name);
        Known.Enqueue(line);
        return line;
    }

    /// <summary>The number of the next message.</summary>
    public long Next()
    {
        var next = _sent + 1;
        Volatile.Write(ref _sent, next);
        return next;
    }

    /// <summary>The actor got a message.</summary>
    public void Take(long number)
    {
        if (number <= _last)
        {
            Volatile.Write(ref _twice, _twice + 1);
            return;
        }

        Volatile.Write(ref _lost, _lost + number - _last - 1);
        Volatile.Write(ref _last, number);
    }

    /// <summary>The handler throws what the day's judge knows.</summary>
    public void Throw()
    {
        Volatile.Write(ref _thrown, _thrown + 1);
        throw new Provoked(name);
    }

    /// <summary>The handler sends a message that nobody gets.</summary>
    public void CountDead() => Volatile.Write(ref _dead, _dead + 1);
}

/// <summary>An exception that belongs to the day.</summary>
internal sealed class Provoked(string what) : Exception(what);

/// <summary>A numbered message.</summary>
internal sealed record Item(Line Line, long Number)
{
    public static Item Next(Line line) => new(line, line.Next());
}
