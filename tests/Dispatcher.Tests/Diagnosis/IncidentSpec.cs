using System.Text.Json;

namespace AkkaInstrumentation.Tests.Diagnosis;

/// <summary>All that is known at one moment, as one file.</summary>
public class IncidentSpec
{
    [Fact]
    public async Task It_has_failures_settings_and_kept_traces()
    {
        await using var system = Systems.Instrumented(
            "akka.loglevel = OFF\nakka.instrumentation.tracing { sampling.ratio = 0, keep = failed }").Measured(out _);
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf((_, _) => throw new TimeoutException("no `stock`\nleft"), name);
        actor.Tell("order", ActorRefs.NoSender);
        await spans.WaitForStopped(1);

        var incident = system.System.GetInsight().ReadIncident();

        using var json = JsonDocument.Parse(incident.ToJson());
        var failure = Assert.Single(Rows("failures"));
        Assert.Equal("System.TimeoutException", failure.GetProperty("error").GetString());
        Assert.Equal($"/user/{name}", failure.GetProperty("path").GetString());
        Assert.Contains("stock", failure.GetProperty("text").GetString(), StringComparison.Ordinal);
        Assert.Equal(spans.Stopped[0].TraceId.ToHexString(), Assert.Single(Rows("kept_traces")).GetProperty("trace").GetString());
        Assert.Contains(
            Rows("settings"),
            row => row.GetProperty("key").GetString() == "tracing.keep" && row.GetProperty("value").GetString() == "failed");
        Assert.NotEmpty(Rows("versions"));
        var text = incident.ToMarkdown();
        Assert.Contains("text: `no 'stock' left`", text, StringComparison.Ordinal);

        IReadOnlyList<JsonElement> Rows(string section) => [.. json.RootElement.GetProperty(section).EnumerateArray()];
    }

    [Fact]
    public async Task Texts_stay_out_where_they_are_off()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF\nakka.instrumentation.failure-texts = off").Measured(out _);
        var actor = system.ActorOf((_, _) => throw new TimeoutException("secret"));
        actor.Tell("order", ActorRefs.NoSender);
        await Eventually.True(() => system.System.GetInsight().ReadIncident().ToJson().Contains("TimeoutException", StringComparison.Ordinal));

        var incident = system.System.GetInsight().ReadIncident();
        Assert.DoesNotContain("secret", incident.ToJson(), StringComparison.Ordinal);
        Assert.DoesNotContain("secret", incident.ToMarkdown(), StringComparison.Ordinal);
    }

    /// <summary>As many kinds of failures as an attacker can cause.</summary>
    [Fact]
    public async Task Its_size_is_bounded()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF").Measured(out _);
        foreach (var at in Enumerable.Range(0, 500))
        {
            system.Extension.Failures.Add(
                new($"/user/{new string('x', 5_000)}", $"Actor{at}", "Error", "Message") { Text = new string('y', 50_000) },
                Stopwatch.GetTimestamp());
        }

        var incident = system.System.GetInsight().ReadIncident();

        Assert.InRange(incident.ToJson().Length, 1, 1_000_000);
        Assert.Contains("more: `400`", incident.ToMarkdown(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Files_are_written_when_a_finding_begins_and_are_bounded_in_number_and_age()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        var directory = Directory.CreateTempSubdirectory("incident").FullName;
        try
        {
            var clock = new SetClock { Now = DateTimeOffset.UtcNow };
            var files = new IncidentFiles(system.Extension, new(), directory, clock);
            File.WriteAllText(Path.Combine(directory, "other.json"), "{}");

            Begin();
            Begin();
            Assert.Equal(3, Directory.GetFiles(directory).Length);

            for (var i = 0; i < 2 * IncidentFiles.MaxIncidents; i++)
            {
                clock.Now += TimeSpan.FromMinutes(2);
                Begin();
            }

            Assert.Equal(1 + (2 * IncidentFiles.MaxIncidents), Directory.GetFiles(directory).Length);

            clock.Now += TimeSpan.FromDays(8);
            Begin();
            Assert.Equal(["other.json"], Directory.GetFiles(directory).Select(static file => Path.GetFileName(file)).Except(Latest()));
            Assert.Equal(3, Directory.GetFiles(directory).Length);

            void Begin() => files.Begun(new()
            {
                Kind = AkkaFindingKinds.Blocking,
                ActorType = "Cart",
                Subject = "/user/cart",
                Description = "blocks",
                StartedAt = clock.Now,
            });

            IEnumerable<string> Latest() => Directory.GetFiles(directory, "akka-incident-*").Select(static file => Path.GetFileName(file));
        }
        finally
        {
            Directory.Delete(directory, recursive: true);
        }
    }

    [Fact]
    public async Task A_directory_that_cannot_be_made_costs_nothing()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        var file = Path.GetTempFileName();
        try
        {
            new IncidentFiles(system.Extension, new(), Path.Combine(file, "below")).Begun(new()
            {
                Kind = AkkaFindingKinds.Blocking,
                ActorType = "Cart",
                Subject = "/user/cart",
                Description = "blocks",
                StartedAt = DateTimeOffset.UtcNow,
            });
        }
        finally
        {
            File.Delete(file);
        }
    }

    private sealed class SetClock : TimeProvider
    {
        public DateTimeOffset Now { get; set; }

        public override DateTimeOffset GetUtcNow() => Now;
    }
}
