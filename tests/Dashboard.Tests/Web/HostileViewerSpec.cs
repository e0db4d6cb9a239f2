using System.Globalization;
using System.Net;
using Microsoft.AspNetCore.Builder;
using Xunit.Abstractions;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// A viewer who asks the most expensive questions as fast as they are answered, in eight loops. Another viewer asks once a second, as the page does,
/// and the application works. The environment variables <c>HOSTILE_SECONDS</c> and <c>HOSTILE_ACTORS</c> make it longer and larger.
/// </summary>
[Collection(Alone.Name)]
public sealed class HostileViewerSpec(ITestOutputHelper output)
{
    private const string Search = "actors?find=works";

    private static readonly Func<int, string>[] Worst =
    [
        i => $"explain?path=/user/parent&type=Unknown{i}",
        i => $"actors?path=/user&find=nobody{i}",
        i => $"actors?path=/user/parent&after={i}",
        i => $"flow?window={(i % 3_600) + 1}",
        i => $"overview?x={i}",
        i => "settings",
        i => $"logs?find={i}",
        i => $"mailboxes?x={i}",
    ];

    private static readonly string[] OnThePage = ["status", "overview", "mailboxes", "type?name=HostileViewerSpec.Echoes", "actors"];

    private readonly ConcurrentDictionary<(string Who, HttpStatusCode Status), int> _answers = new();
    private readonly ConcurrentQueue<(double Milliseconds, string Question)> _waits = new();
    private readonly DateTime _begun = DateTime.UtcNow;
    private int _withoutRetryAfter;

    [Fact]
    public async Task It_gets_a_tenth_of_a_processor_while_another_viewer_and_the_application_go_on()
    {
        await using var host = await DashboardHost.StartWithUsers(dashboard => dashboard.RequireAuthorization());
        var made = Stopwatch.StartNew();
        await host.System.ActorOf(Props.Create<Crowd>(), "parent").Ask<int>(Setting("HOSTILE_ACTORS", 20_000), TimeSpan.FromMinutes(1));
        var works = host.System.ActorOf(Props.Create<Echoes>(), "works");
        output.WriteLine($"{Setting("HOSTILE_ACTORS", 20_000)} actors in {made.ElapsedMilliseconds} ms");

        using var ends = new CancellationTokenSource();
        var hostile = Enumerable.Range(0, Worst.Length).Select(loop => Task.Run(async () =>
        {
            using var client = Client(host, "hostile");
            for (var i = 0; !ends.IsCancellationRequested; i++)
            {
                await Ask(client, "hostile", Worst[(loop + i) % Worst.Length]((loop * 1_000_000) + i));
            }
        })).ToList();
        var asked = 0;
        var application = Task.Run(async () =>
        {
            for (; !ends.IsCancellationRequested; asked++)
            {
                Assert.Equal(asked, await works.Ask<int>(asked, TimeSpan.FromSeconds(20)));
            }
        });

        // From here on its views are refused until it has earned them.
        host.Budget.Spend("hostile", AnswerBudget.Full / 2, Stopwatch.GetTimestamp());
        var before = host.Budget.Spent;
        using var process = Process.GetCurrentProcess();
        using var another = Client(host, "another");
        var seconds = 0;
        var (began, processor) = (Stopwatch.GetTimestamp(), process.TotalProcessorTime);
        while (Stopwatch.GetElapsedTime(began).TotalSeconds < Setting("HOSTILE_SECONDS", 8))
        {
            var second = Task.Delay(1_000);
            var questions = seconds++ % 5 == 0 ? OnThePage.Append(Search) : OnThePage;
            await Task.WhenAll(questions.Select(question => Ask(another, question, question)));
            await second;
        }

        await ends.CancelAsync();
        await Task.WhenAll([.. hostile, application]);
        var (lasted, spent) = (Stopwatch.GetElapsedTime(began), host.Budget.Spent - before);
        process.Refresh();
        Report(lasted, spent, process.TotalProcessorTime - processor, asked);

        // One answer of each viewer may be in the making when the budget ends.
        Assert.InRange(spent, 0, ((Stopwatch.GetTimestamp() - began) / AnswerBudget.Part) + (AnswerBudget.Full / 2) + Stopwatch.Frequency);
        Assert.True(_answers.ContainsKey(("hostile", HttpStatusCode.ServiceUnavailable)), "Nothing was refused.");
        Assert.Equal(0, _withoutRetryAfter);
        Assert.Equal([HttpStatusCode.OK], _answers.Keys.Where(answer => answer.Who == "status").Select(answer => answer.Status));
        // On a busy machine the hostile one takes longer to be seen as such. It never takes most of what the page shows.
        Assert.All(OnThePage, question => Assert.InRange(Answered(question), 0.5, 1));
        Assert.True(asked > 0);
    }

    private static int Setting(string name, int otherwise) =>
        int.TryParse(Environment.GetEnvironmentVariable(name), NumberStyles.None, CultureInfo.InvariantCulture, out var value) ? value : otherwise;

    private static HttpClient Client(DashboardHost host, string user)
    {
        var client = new HttpClient { BaseAddress = host.Client.BaseAddress };
        client.DefaultRequestHeaders.Add(HeaderAuthentication.Header, user);
        return client;
    }

    private double Answered(string who) =>
        _answers.GetValueOrDefault((who, HttpStatusCode.OK)) / (double)_answers.Where(answer => answer.Key.Who == who).Sum(answer => answer.Value);

    private async Task Ask(HttpClient client, string who, string question)
    {
        var began = Stopwatch.GetTimestamp();
        using var response = await client.GetAsync($"api/v1/{question}");
        _answers.AddOrUpdate((who, response.StatusCode), 1, (_, count) => count + 1);
        if (who != "hostile")
        {
            _waits.Enqueue((Stopwatch.GetElapsedTime(began).TotalMilliseconds, $"{who} in second {DateTime.UtcNow - _begun:ss}"));
        }

        if (response.StatusCode == HttpStatusCode.ServiceUnavailable && response.Headers.RetryAfter?.Delta is not { TotalSeconds: >= 1 })
        {
            Interlocked.Increment(ref _withoutRetryAfter);
        }
    }

    private void Report(TimeSpan lasted, long spent, TimeSpan processor, int asked)
    {
        var waits = _waits.Order().ToList();
        output.WriteLine($"{lasted.TotalSeconds:0.0} s: answers took {Ticks.ToSeconds(spent):0.00} s of {lasted.TotalSeconds / AnswerBudget.Part:0.00} s; the process, with its clients, {processor.TotalSeconds:0.0} s of processor time");
        output.WriteLine($"another viewer waits {waits[waits.Count / 2].Milliseconds:0} ms, at most {waits[^1]}, {waits[^2]}, {waits[^3]}; the application asks its actor {asked / lasted.TotalSeconds:0} times a second");
        foreach (var (answer, count) in _answers.OrderBy(answer => answer.Key.Who, StringComparer.Ordinal))
        {
            output.WriteLine($"{answer.Who} {answer.Status}: {count}");
        }
    }

    private sealed class Crowd : ReceiveActor
    {
        public Crowd() => Receive<int>(count =>
        {
            for (var i = 0; i < count; i++)
            {
                Context.ActorOf(Props.Create<Echoes>(), $"child-{i}");
            }

            Sender.Tell(count);
        });
    }

    private sealed class Echoes : ReceiveActor
    {
        public Echoes() => Receive<int>(number => Sender.Tell(number));
    }
}
