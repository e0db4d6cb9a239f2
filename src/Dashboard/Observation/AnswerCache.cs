using System.Diagnostics;
using System.Text;

namespace AkkaInstrumentation;

/// <summary>
/// Answers that all pages share for about a second, so that ten pages cost little more than one. For each viewer only one answer is created at a
/// time, beside the status line, so no viewer waits for another. Two viewers may create the same answer at once; the later one is kept. An answer
/// that was expensive to create is kept longer, up to six seconds, so that creating it again takes at most a twentieth of a processor. The first
/// answer of each view does not count, because code is compiled for it. All answers share an <see cref="AnswerBudget"/>; while it refuses, a view's
/// last answer is returned until it is six seconds old. Any thread.
/// </summary>
/// <param name="budget">The time for all answers.</param>
/// <param name="patience">How long a request waits for its turn; null for five seconds.</param>
internal sealed class AnswerCache(AnswerBudget budget, TimeSpan? patience = null)
{
    /// <summary>The largest size of all answers together.</summary>
    public const int MaxBytes = 4 * 1024 * 1024;

    /// <summary>The largest number of answers to questions with parameters. Of the other answers, there are only as many as views.</summary>
    public const int MaxSearches = 200;

    /// <summary>The largest number of requests of one viewer that wait for their answer. Further requests are refused.</summary>
    public const int MaxWaiting = 64;

    /// <summary>The largest age of an answer.</summary>
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

    /// <summary>Returns the answer, or <see cref="Answer.TooMany"/>, <see cref="Answer.Busy"/> or <see cref="Answer.OverBudget"/> when it is not
    /// created.</summary>
    /// <param name="question">The question.</param>
    /// <param name="viewer">The viewer.</param>
    /// <param name="make">Creates the answer.</param>
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

    /// <summary>Settings have changed, so the next answers are created anew. An answer that is being created may have the old settings for as long as
    /// it is kept.</summary>
    public void Clear()
    {
        lock (_lock)
        {
            _answers.Clear();
            (_bytes, _searches) = (0, 0);
        }
    }

    // A turn exists while a request of its viewer has entered, so there are at most as many turns as requests.
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
            // Runs when the call throws, too.
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

    // Costs no more than a look-up.
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

    /// <summary>The content type of the body.</summary>
    public string Type { get; init; } = "application/json; charset=utf-8";

    /// <summary>Seconds after which to ask again after a refusal; 0 for no refusal.</summary>
    public int RetryAfterSeconds { get; init; }

    /// <summary>Another answer for the same viewer took too long: the machine is busy.</summary>
    public static Answer Busy { get; } = Refusal("The application is too busy to answer this page.", 1);

    /// <summary>Too many requests of one viewer wait.</summary>
    public static Answer TooMany { get; } = Refusal("Too many requests at once.", 1);

    public static Answer OverBudget(int seconds) => OverBudgetFor[seconds];

    private static Answer Refusal(string problem, int seconds) =>
        new(503, Encoding.UTF8.GetBytes($"{{\"problem\":\"{problem} Ask again in {seconds} s.\"}}")) { RetryAfterSeconds = seconds };
}
