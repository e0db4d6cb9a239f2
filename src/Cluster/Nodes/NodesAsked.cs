using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Security.Cryptography;
using System.Text.Json;
using Akka.Actor;
using Akka.Cluster;

namespace AkkaInstrumentation;

/// <summary>
/// Asks the nodes of the cluster, over Akka, for the data of their dashboards, and keeps their last answers. Nothing is asked unless a dashboard is
/// open. A node gets at most one question of a kind in <see cref="Period"/>, and no further one until it has answered. Any thread.
/// <para>
/// A node is first asked, with Akka's own <see cref="Identify"/>, whether it has the actor that answers. Every version of Akka answers that, with and
/// without this library.
/// </para>
/// </summary>
/// <param name="system">The actor system.</param>
/// <param name="members">The cluster's members.</param>
/// <param name="own">The answer of this node to a question, as JSON; empty when there is nothing to show.</param>
/// <param name="told">Is called with what other nodes tell this one. Returns whether this node does what it should do then.</param>
internal sealed class NodesAsked(
    ExtendedActorSystem system, MembersSeen members, Func<string, string> own, Func<string, bool>? told = null) : IClusterNodes
{
    /// <summary>The largest number of nodes that are asked; the youngest nodes beyond it are not. The same number of nodes that have left is
    /// kept.</summary>
    internal const int MaxNodes = 100;

    /// <summary>
    /// The number of other questions that are kept with their answers; the latest ones are kept. At most this many new questions are asked in
    /// <see cref="Period"/>.
    /// </summary>
    internal const int MaxQuestions = 16;

    /// <summary>The largest size of all these answers, in characters. The answers to one question are kept in any case.</summary>
    internal const int MaxKept = 2_000_000;

    /// <summary>The shortest time between two questions of a kind to a node.</summary>
    internal static readonly TimeSpan Period = TimeSpan.FromSeconds(2);

    /// <summary>The number of wrong answers in the name of a node after which its open questions are given up. So a forger has only this many
    /// attempts to guess a number.</summary>
    internal const int MaxGuesses = 16;

    // The actor under /system.
    private const string ActorName = "akka-instrumentation-cluster";

    // The internal dispatcher, so that a busy dispatcher of the application cannot delay the answers.
    private const string Dispatcher = "akka.actor.internal-dispatcher";

    private const string Identification = "";

    // Instead of the number of a question.
    private const int IsNews = -1;

    // The time after which a question is asked again, because a message can be lost on the way.
    private static readonly long PatienceTicks = Ticks.From(TimeSpan.FromSeconds(10));
    private static readonly long SilenceTicks = Ticks.From(TimeSpan.FromSeconds(6));
    private static readonly long KeptTicks = Ticks.From(TimeSpan.FromHours(1));
    private static readonly long PeriodTicks = Ticks.From(Period);

    private readonly object _lock = new();
    private readonly Dictionary<Address, AskedNode> _nodes = [];
    private readonly List<string> _questions = [];
    private readonly ToldNews _told = new();
    private IActorRef? _asking;
    private int _asked;
    private long _periodSince;
    private int _new;

    /// <summary>The time, in ticks of the stopwatch. Tests set it.</summary>
    internal Func<long> Clock { get; set; } = Stopwatch.GetTimestamp;

    /// <summary>Questions so far, for tests.</summary>
    internal int Asked => Volatile.Read(ref _asked);

    /// <summary>The system has joined a cluster. Called once.</summary>
    public void Start() => Volatile.Write(
        ref _asking, system.SystemActorOf(Props.Create(() => new NodesActor(this)).WithDispatcher(Dispatcher), ActorName));

    public bool HasCluster => members.Extension is not null;

    public ClusterReport? Read() => members.Read();

    public IReadOnlyList<NodeAnswer> Ask(string question)
    {
        if (Volatile.Read(ref _asking) is not { } asking || members.Extension is not { } cluster)
        {
            return [];
        }

        var due = new List<(AskedNode Node, string Words, int Number)>();
        List<NodeAnswer> answers = [];
        lock (_lock)
        {
            var now = Clock();
            var state = cluster.State;
            var there = state.Members.Order(Member.AgeOrdering).Take(MaxNodes).ToDictionary(member => member.Address);
            var reachable = there.Keys.Except(state.Unreachable.Select(member => member.Address)).ToHashSet();
            Follow(there, now);
            var isKept = Remember(question, now);
            foreach (var (address, node) in _nodes)
            {
                if (isKept && reachable.Contains(address) && Due(node, question, now) is { } asked)
                {
                    due.Add((node, asked, Open(node, asked, now)));
                }

                answers.Add(new NodeAnswer(
                    address.ToString(),
                    !there.ContainsKey(address) ? "gone" : !reachable.Contains(address) ? "unreachable" : StateOf(node, question, now),
                    node.Of(question)?.Value,
                    node.Of(question) is { } known ? Ticks.ToSeconds(now - known.At) : null));
            }
        }

        if (due.Count > 0)
        {
            // Runs without the caller's execution context, because the questions belong to no trace.
            ThreadPool.UnsafeQueueUserWorkItem(static state => state.Self.Send(state.Due, state.Asking),
                (Self: this, Due: due, Asking: asking), preferLocal: false);
        }

        return answers;
    }

    public int Tell(string news)
    {
        if (members.Extension is not { } cluster || Volatile.Read(ref _asking) is not { } asking)
        {
            return 0;
        }

        int told;
        var due = new List<(AskedNode Node, string Words, int Number)>();
        lock (_lock)
        {
            var now = Clock();
            told = _told.Begin();
            news = new NodeWords(NodeWords.Current, told, news).AsNews();
            var state = cluster.State;
            var there = state.Members.Order(Member.AgeOrdering).Take(MaxNodes).ToDictionary(member => member.Address);
            Follow(there, now);
            foreach (var (address, node) in _nodes)
            {
                if (!there.ContainsKey(address) || address.Equals(cluster.SelfAddress) || state.Unreachable.Any(gone => gone.Address.Equals(address)))
                {
                    continue;
                }

                if (node.Answering is not null)
                {
                    due.Add((node, news, IsNews));
                }
                else
                {
                    node.News = news;
                    if (Due(node, NodeQuestions.Report, now) is { } asked)
                    {
                        due.Add((node, asked, Open(node, asked, now)));
                    }
                }
            }
        }

        Send(due, asking);
        return told;
    }

    public IReadOnlyList<string> Unconfirmed(int news)
    {
        lock (_lock)
        {
            return members.Extension is not { } cluster ? [] : _told.Unconfirmed(
                news,
                cluster.State.Members.Order(Member.AgeOrdering).Take(MaxNodes).Select(member => member.UniqueAddress)
                    .Where(node => !node.Equals(cluster.SelfUniqueAddress)));
        }
    }

    /// <summary>A node tells something. Returns whether this one does what it should do then.</summary>
    public bool Told(string news) => told?.Invoke(news) == true;

    /// <summary>Whether the sender is a node of the cluster. Other senders get no answer.</summary>
    public bool IsMember(IActorRef asking)
    {
        var from = AddressOf(asking.Path);
        return members.Extension?.State.Members.Any(member => member.Address.Equals(from)) == true;
    }

    /// <summary>The answer of this node.</summary>
    public string Own(string question) => own(question) is { Length: <= NodeQuestions.LongestAnswer } answer ? answer : "";

    /// <summary>A node has answered whether it has the answering actor. The answer is not trusted: a node can only answer for itself.</summary>
    public void Identified(ActorIdentity identity, IActorRef sender)
    {
        if (!int.TryParse(identity.MessageId as string, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
        {
            return;
        }

        var due = new List<(AskedNode Node, string Words, int Number)>();
        lock (_lock)
        {
            var node = NodeAt(identity.Subject ?? sender);
            if (node is null || !IsAnswer(node, number, isIdentification: true, out _))
            {
                return;
            }

            node.Open.Remove(Identification);
            node.Answering = identity.Subject;
            node.IsWithout = identity.Subject is null;
            node.SilentSince = 0;
            if (node is { News: { } news, Answering: not null })
            {
                due.Add((node, news, IsNews));
            }

            node.News = null;
        }

        Send(due, Volatile.Read(ref _asking)!);
        Ask(NodeQuestions.Report);
    }

    /// <summary>A node has answered.</summary>
    public void Answered(NodeWords answer, IActorRef sender)
    {
        lock (_lock)
        {
            if (NodeAt(sender) is not { } node || _told.Confirm(answer.Number, node.Id)
                || !IsAnswer(node, answer.Number, isIdentification: false, out var question))
            {
                return;
            }

            node.Open.Remove(question);
            node.SilentSince = 0;
            node.IsOtherVersion = answer.Version != NodeWords.Current;
            if (!node.IsOtherVersion && answer.Text.Length <= NodeQuestions.LongestAnswer)
            {
                node.Keep(question, new(Parsed(answer.Text), Clock(), answer.Text.Length));
                while (_questions.Count > 1 && _nodes.Values.Sum(each => each.Kept) > MaxKept)
                {
                    ForgetOldest();
                }
            }
        }
    }

    // A sender's address can be forged, but only the asked node knows the number of its question.
    private static bool IsAnswer(AskedNode node, int number, bool isIdentification, [NotNullWhen(true)] out string? question)
    {
        question = node.Open.FirstOrDefault(open => open.Value.Number == number && open.Key == Identification == isIdentification).Key;
        if (question is null && ++node.Guesses >= MaxGuesses)
        {
            node.Open.Clear();
        }

        return question is not null;
    }

    private static JsonElement? Parsed(string text)
    {
        if (text.Length == 0)
        {
            return null;
        }

        using var document = JsonDocument.Parse(text);
        return document.RootElement.Clone();
    }

    // Follows the members, which join, come back as another process, and leave.
    private void Follow(Dictionary<Address, Member> there, long now)
    {
        foreach (var (address, member) in there)
        {
            if (!_nodes.TryGetValue(address, out var node))
            {
                _nodes.Add(address, node = new AskedNode(member.UniqueAddress));
            }
            else if (node.Id != member.UniqueAddress)
            {
                node.Became(member.UniqueAddress);
            }

            node.SeenAt = now;
        }

        var gone = _nodes.Where(node => !there.ContainsKey(node.Key)).OrderByDescending(node => node.Value.SeenAt).ToList();
        foreach (var (address, _) in gone.Where((node, place) => place >= MaxNodes || now - node.Value.SeenAt > KeptTicks
            || node.Value.Of(NodeQuestions.Report) is null))
        {
            _nodes.Remove(address);
        }
    }

    // Whether the question may be asked. If there are too many new questions, they have to wait.
    private bool Remember(string question, long now)
    {
        if (question == NodeQuestions.Report)
        {
            return true;
        }

        if (!_questions.Remove(question))
        {
            (_periodSince, _new) = now - _periodSince > PeriodTicks ? (now, 1) : (_periodSince, _new + 1);
            if (_new > MaxQuestions)
            {
                return false;
            }
        }

        _questions.Add(question);
        if (_questions.Count > MaxQuestions)
        {
            ForgetOldest();
        }

        return true;
    }

    private void ForgetOldest()
    {
        foreach (var node in _nodes.Values)
        {
            node.Forget(_questions[0]);
        }

        _questions.RemoveAt(0);
    }

    // The question that is due now; null for none.
    private static string? Due(AskedNode node, string question, long now)
    {
        var asked = node.Answering is null ? Identification : question;
        return node.IsOtherVersion
            || (node.Open.TryGetValue(asked, out var open) && now - open.At <= PatienceTicks)
            || (node.IsWithout && now - node.IdentifiedAt <= PatienceTicks)
            || (node.Of(question) is { } known && node.Answering is not null && now - known.At <= PeriodTicks)
                ? null
                : asked;
    }

    private int Open(AskedNode node, string question, long now)
    {
        var number = RandomNumberGenerator.GetInt32(int.MaxValue);
        _asked++;
        node.Guesses = 0;
        node.Open[question] = (number, now);
        node.SilentSince = node.SilentSince == 0 ? now : node.SilentSince;
        node.IdentifiedAt = question == Identification ? now : node.IdentifiedAt;
        return number;
    }

    private static string StateOf(AskedNode node, string question, long now) =>
        node.IsWithout ? "without"
        : node.IsOtherVersion ? "other_version"
        : node.SilentSince != 0 && now - node.SilentSince > SilenceTicks ? "silent"
        : node.Of(question) is null ? "asked"
        : "answers";

    private void Send(List<(AskedNode Node, string Words, int Number)> due, IActorRef asking)
    {
        foreach (var (node, question, number) in due)
        {
            try
            {
                if (question == Identification)
                {
                    var there = system.Provider.ResolveActorRef(new RootActorPath(node.Id.Address) / "system" / ActorName);
                    there.Tell(new Identify(number.ToString(CultureInfo.InvariantCulture)), asking);
                }
                else if (number == IsNews)
                {
                    node.Answering?.Tell(question, asking);
                }
                else
                {
                    node.Answering?.Tell(new NodeWords(NodeWords.Current, number, question).AsQuestion(), asking);
                }
            }
            catch (Exception e)
            {
                TelemetryFault.Report(TelemetryFault.Remote, e);
            }
        }
    }

    private AskedNode? NodeAt(IActorRef reference) => _nodes.GetValueOrDefault(AddressOf(reference.Path));

    // A reference of this node has no host in its path.
    private Address AddressOf(ActorPath path) => path.Address.HasLocalScope ? system.Provider.DefaultAddress : path.Address;
}
