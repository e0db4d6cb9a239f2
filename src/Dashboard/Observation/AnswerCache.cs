using System.Diagnostics;
using System.Text;

namespace AkkaInstrumentation;

/// <summary>
/// Answers that all pages share for about a second, so ten pages cost little more than one. For each viewer one answer is made at a time, beside
/// the status line, so nobody waits for another viewer. Two viewers may make the same answer at once; the later one is kept. An answer that was
/// expensive to make is kept longer, up to six seconds: making it again takes at most a twentieth of one processor. The first answer of each view
/// does not count: it is the one for which code is compiled. All together have an <see cref="AnswerBudget"/>; while it refuses, a view's last
/// answer is given until it is six seconds old. Any thread.
/// </summary>
/// <param name="budget">The time for all answers.</param>
/// <param name="patience">How long a request waits for its turn; null for five seconds.</param>
internal sealed class AnswerCache(AnswerBudget budget, TimeSpan? patience = null)
{
    /// <summary>All answers together.</summary>
    public const int MaxBytes = 4 * 1024 * 1024;

    /// <summary>Answers to questions with parameters. The others are as few as there are views.</summary>
    public const int MaxSearches = 200;

    /// <summary>Requests of one viewer that wait for their answer to be made. Further ones are refused.</summary>
    public const int MaxWaiting = 64;

    /// <summary>No answer is older.</summary>
    public const int MaxAgeSeconds = 6;

    private const int ExpensiveTimes = 20;

    private static readonly long KeptTicks = Stopwatch.Frequency * 9 / 10;
    private static readonly long MostTicks = Stopwatch.Frequency * MaxAgeSeconds;

    private readonly TimeSpan _patience = patience ?? TimeSpan.FromSeconds(5);
    private readonly object _lock = new();
    private readonly Dictionary<string, KeptAnswer> _answers = [];
    private readonly HashSet<string> _warmViews = [];
    private readonly Dictionary<(string Viewer, bool IsStatus), Turn> _turns = [];
    private int _searches;
    private long _bytes;

    /// <summary>How many answers are kept.</summary>
    public int Count
    {
        get
        {
            lock (_lock)
            {
                return _answers.Count;
            }
        }
    }

    /// <summary>Returns <see cref="Answer.TooMany"/>, <see cref="Answer.Busy"/> or <see cref="Answer.OverBudget"/> when it is not made.</summary>
    /// <param name="question">What is asked.</param>
    /// <param name="viewer">Who asks.</param>
    /// <param name="make">Makes the answer.</param>
    public async ValueTask<Answer> Get(ViewQuestion question, string viewer, Func<Answer> make)
    {
        // A refusal waits for no turn.
        if ((Known(question) ?? Refusal(question, viewer)) is { } known)
        {
            return known;
        }

        var key = (viewer, question.Rank == AnswerRank.Status);
        var turn = Enter(key);
        try
        {
            if (turn is null)
            {
                return Answer.TooMany;
            }

            if (!await turn.WaitAsync(_patience).ConfigureAwait(false))
            {
                return Answer.Busy;
            }

            try
            {
                return Known(question) ?? Refusal(question, viewer) ?? Make(question, viewer, make);
            }
            finally
            {
                turn.Release();
            }
        }
        finally
        {
            Leave(key, turn);
        }
    }

    /// <summary>Settings have changed, so the next answers are made. One that is in the making is of before, for as long as it is kept.</summary>
    public void Clear()
    {
        lock (_lock)
        {
            _answers.Clear();
            (_bytes, _searches) = (0, 0);
        }
    }

    // A turn exists while a request of its viewer has entered. So there are at most as many as there are requests.
    private Turn? Enter((string Viewer, bool IsStatus) key)
    {
        lock (_lock)
        {
            if (!_turns.TryGetValue(key, out var turn))
            {
                _turns[key] = turn = new Turn();
            }

            if (turn.Entered == MaxWaiting)
            {
                return null;
            }

            turn.Entered++;
            return turn;
        }
    }

    private void Leave((string Viewer, bool IsStatus) key, Turn? turn)
    {
        lock (_lock)
        {
            if (turn is not null && --turn.Entered == 0)
            {
                _turns.Remove(key);
            }
        }
    }

    private Answer Make(ViewQuestion question, string viewer, Func<Answer> make)
    {
        var (timer, now, took) = (ProcessorTimer.Start(), 0L, 0L);
        Answer answer;
        try
        {
            answer = make();
        }
        finally
        {
            // Also when it throws.
            now = Stopwatch.GetTimestamp();
            lock (_lock)
            {
                took = _warmViews.Add(question.View) ? 0 : timer.Elapsed;
            }

            budget.Spend(viewer, took, now);
        }

        lock (_lock)
        {
            var kept = new KeptAnswer(question, answer, now, now + Math.Clamp(ExpensiveTimes * took, KeptTicks, MostTicks));
            Remove(question.Key);
            foreach (var (old, other) in _answers)
            {
                if (now > other.End || (other.IsSearch && (_searches >= MaxSearches || _bytes + kept.Bytes > MaxBytes)))
                {
                    Remove(old);
                }
            }

            _answers[question.Key] = kept;
            _bytes += kept.Bytes;
            _searches += kept.IsSearch ? 1 : 0;
        }

        return answer;
    }

    private void Remove(string key)
    {
        if (_answers.Remove(key, out var old))
        {
            _bytes -= old.Bytes;
            _searches -= old.IsSearch ? 1 : 0;
        }
    }

    // Costs as little as a look.
    private Answer? Refusal(ViewQuestion question, string viewer) =>
        budget.SecondsToWait(question.Rank, viewer, Stopwatch.GetTimestamp()) is > 0 and var seconds
            ? Known(question, isOverBudget: true) ?? Answer.OverBudget(seconds)
            : null;

    private Answer? Known(ViewQuestion question, bool isOverBudget = false)
    {
        lock (_lock)
        {
            var now = Stopwatch.GetTimestamp();
            return _answers.TryGetValue(question.Key, out var kept) && now <= (isOverBudget ? kept.End : kept.Until)
                ? kept.Answer with { AgeSeconds = Ticks.ToSeconds(now - kept.At) }
                : null;
        }
    }

    private sealed record KeptAnswer(ViewQuestion Question, Answer Answer, long At, long Until)
    {
        public long End => IsSearch ? Until : At + MostTicks;

        public bool IsSearch => Question.Rank == AnswerRank.Search;

        public int Bytes => Answer.Body.Length + (2 * Question.Key.Length);
    }

    private sealed class Turn() : SemaphoreSlim(1, 1)
    {
        public int Entered { get; set; }
    }
}

/// <summary>A status and a body, which mostly is JSON.</summary>
internal sealed record Answer(int Status, byte[] Body)
{
    private static readonly Answer[] OverBudgetFor =
    [
        .. Enumerable.Range(0, AnswerBudget.LongestRefusalSeconds + 1)
            .Select(seconds => Refusal("The dashboard has used its tenth of a processor.", seconds)),
    ];

    /// <summary>How long ago it was made.</summary>
    public double AgeSeconds { get; init; }

    /// <summary>What the body is.</summary>
    public string Type { get; init; } = "application/json; charset=utf-8";

    /// <summary>When to ask again after a refusal; 0 for no refusal.</summary>
    public int RetryAfterSeconds { get; init; }

    /// <summary>Another answer for the same viewer took too long: the machine is busy.</summary>
    public static Answer Busy { get; } = Refusal("The application is too busy to answer this page.", 1);

    /// <summary>Too many requests of one viewer wait.</summary>
    public static Answer TooMany { get; } = Refusal("Too many requests at once.", 1);

    public static Answer OverBudget(int seconds) => OverBudgetFor[seconds];

    private static Answer Refusal(string problem, int seconds) =>
        new(503, Encoding.UTF8.GetBytes($"{{\"problem\":\"{problem} Ask again in {seconds} s.\"}}")) { RetryAfterSeconds = seconds };
}
