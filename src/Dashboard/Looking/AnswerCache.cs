using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace AkkaInstrumentation;

/// <summary>
/// Answers that all pages share for about a second, so ten pages cost little more than one. One answer is made at a time. An answer that was
/// expensive to make is kept longer: making it again takes at most a twentieth of one processor, up to six seconds: time passes also while a busy machine does something else. The first answer of each view does not count as expensive:
/// it is the one for which code is compiled. Any thread.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "Requests may still wait when the observation ends; a semaphore without a wait handle holds nothing.")]
internal sealed class AnswerCache
{
    /// <summary>All answers together.</summary>
    public const int MaxBytes = 4 * 1024 * 1024;

    /// <summary>Requests that wait for their answer to be made. Further ones are refused.</summary>
    public const int MaxWaiting = 64;

    /// <summary>No answer is older.</summary>
    public const int MaxAgeSeconds = 6;

    private const int ExpensiveTimes = 20;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);
    private static readonly long KeptTicks = Stopwatch.Frequency * 9 / 10;
    private static readonly long MostTicks = Stopwatch.Frequency * MaxAgeSeconds;

    private readonly object _lock = new();
    private readonly Dictionary<string, (Answer Answer, long At, long Until)> _answers = [];
    private readonly HashSet<object> _warmViews = [];
    private readonly SemaphoreSlim _making = new(1, 1);
    private int _waiting;
    private long _bytes;

    /// <summary>Returns <see cref="Answer.Busy"/> when too many wait.</summary>
    /// <param name="view">The view that is asked: one object for each, whatever the address is written like.</param>
    /// <param name="question">The question with all that makes the answer another one.</param>
    /// <param name="make">Makes the answer.</param>
    public async ValueTask<Answer> Get(object view, string question, Func<Answer> make)
    {
        if (Known(question) is { } known)
        {
            return known;
        }

        try
        {
            if (Interlocked.Increment(ref _waiting) > MaxWaiting || !await _making.WaitAsync(Patience).ConfigureAwait(false))
            {
                return Answer.Busy;
            }

            try
            {
                return Known(question) ?? Make(view, question, make);
            }
            finally
            {
                _making.Release();
            }
        }
        finally
        {
            Interlocked.Decrement(ref _waiting);
        }
    }

    private Answer Make(object view, string question, Func<Answer> make)
    {
        var begun = Stopwatch.GetTimestamp();
        var answer = make();
        var now = Stopwatch.GetTimestamp();
        lock (_lock)
        {
            foreach (var (old, kept) in _answers)
            {
                if (now > kept.Until || _bytes + answer.Body.Length > MaxBytes)
                {
                    _answers.Remove(old);
                    _bytes -= kept.Answer.Body.Length;
                }
            }

            _bytes += answer.Body.Length;
            _answers[question] = (answer, now, now + Math.Clamp(_warmViews.Add(view) ? 0 : ExpensiveTimes * (now - begun), KeptTicks, MostTicks));
        }

        return answer;
    }

    private Answer? Known(string question)
    {
        lock (_lock)
        {
            var now = Stopwatch.GetTimestamp();
            return _answers.TryGetValue(question, out var kept) && now <= kept.Until ? kept.Answer with { AgeSeconds = Ticks.ToSeconds(now - kept.At) } : null;
        }
    }
}

/// <summary>A status and a body, which mostly is JSON.</summary>
internal sealed record Answer(int Status, byte[] Body)
{
    /// <summary>How long ago it was made.</summary>
    public double AgeSeconds { get; init; }

    /// <summary>What the body is.</summary>
    public string Type { get; init; } = "application/json; charset=utf-8";

    public static Answer Busy { get; } = new(503, [.. """{"problem":"Too many requests at once."}"""u8]);
}
