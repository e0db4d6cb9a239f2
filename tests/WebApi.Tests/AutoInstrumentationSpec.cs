using System.Runtime.InteropServices;

namespace AkkaInstrumentation.Tests;

/// <summary>Programs that do not know this library, started with variables of the environment: their traces arrive at a collector.</summary>
public sealed class AutoInstrumentationSpec : IDisposable
{
    private const string Span = "GreeterActor/Greet";

    private readonly OtlpReceiver _collector = new();
    private readonly string _folder = Directory.CreateTempSubdirectory("hook-").FullName;

    private static string Hook => Path.Combine(BuiltProgram.Folder("AutoInstrumentation"), "hook");

    public void Dispose()
    {
        _collector.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    [Theory]
    [InlineData("UnchangedPlain")]
    [InlineData("UnchangedWorker", "collect")]
    [InlineData("UnchangedWorker", "bare")]
    public async Task A_program_with_the_start_up_hook_is_traced_until_its_end(string program, params string[] arguments)
    {
        var (output, errors) = await Run(WithHook(BuiltProgram.Info(program, arguments), Hook));

        Assert.Contains("Hello world", output, StringComparison.Ordinal);
        Assert.Equal("", errors);
        Assert.Single(_collector.Spans, span => span.Name == Span);
    }

    [Theory]
    [InlineData("UnchangedWorker", null, "is not set")]
    [InlineData("UnchangedPlain", "localhost:4317", "= localhost:4317, allowed is an address that begins with http:// or https://")]
    [InlineData("UnchangedWorker bare", "collector", "= collector, allowed is an address that begins with http:// or https://")]
    public async Task Where_nothing_can_be_exported_one_line_has_the_reason(string program, string? endpoint, string reason)
    {
        var start = WithHook(BuiltProgram.Info(program.Split(' ')[0], program.Split(' ')[1..]), Hook);
        start.Environment.Remove("OTEL_EXPORTER_OTLP_ENDPOINT");
        if (endpoint is not null)
        {
            start.Environment["OTEL_EXPORTER_OTLP_ENDPOINT"] = endpoint;
        }

        var (output, errors) = await RunAsItIs(start);

        Assert.Contains("Hello world", output, StringComparison.Ordinal);
        Assert.Equal(
            $"AkkaInstrumentation.AutoInstrumentation exports nothing: OTEL_EXPORTER_OTLP_ENDPOINT {reason}\n",
            errors.ReplaceLineEndings("\n"));
    }

    [Fact]
    public async Task A_program_published_as_a_single_file_is_traced()
    {
        var published = Path.Combine(_folder, "published");
        Dotnet.Run(
            _folder, "publish", Repo.PathOf("tests/UnchangedPlain"), "-o", published, "-r", RuntimeInformation.RuntimeIdentifier, "-v", "q", "--nologo",
            "-p:PublishSingleFile=true", "-p:UseAppHost=true", "-p:SelfContained=false", $"-p:ArtifactsPath={_folder}",
            "-p:RunAnalyzers=false", "-p:NuGetAudit=false");

        var (output, errors) = await Run(WithHook(new ProcessStartInfo(Path.Combine(published, "UnchangedPlain")), Hook));

        Assert.DoesNotContain("Akka.dll", Directory.GetFiles(published).Select(Path.GetFileName));
        Assert.Contains("Hello world", output, StringComparison.Ordinal);
        Assert.Equal("", errors);
        Assert.Single(_collector.Spans, span => span.Name == Span);
    }

    [Fact]
    public async Task Spans_and_metrics_of_a_host_arrive_in_its_name_where_its_configuration_says_and_its_log_asks_for_no_call()
    {
        var worker = WithHook(
            BuiltProgram.Info(
                "UnchangedWorker", $"--OTEL_EXPORTER_OTLP_ENDPOINT={_collector.Address}", "--OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf"),
            Hook);
        worker.Environment["OTEL_RESOURCE_ATTRIBUTES"] = "service.instance.id=the first";
        var (output, errors) = await RunAsItIs(worker);

        Assert.Contains("Hello world", output, StringComparison.Ordinal);
        Assert.DoesNotContain("AddAkkaInstrumentation", output, StringComparison.Ordinal);
        Assert.Equal("", errors);
        Assert.Single(_collector.Spans, span => span.Name == Span);
        Assert.Equal(("UnchangedWorker", "the first"), (_collector.Resource["service.name"], _collector.Resource["service.instance.id"]));
        Assert.Contains(_collector.Metrics, point => point.Metric == "akka.actor.messages" && point.Has(("akka.actor.type", "GreeterActor")));
    }

    [Fact]
    public async Task A_web_application_with_the_start_up_hook_is_traced_and_has_the_page_in_Development() =>
        await IsTracedAndHasThePage(WithHook(BuiltProgram.Info("UnchangedWeb", "--urls=http://127.0.0.1:0", "--environment=Development"), Hook));

    [Fact]
    public async Task A_web_application_with_the_package_is_traced_as_a_hosting_start_up_assembly()
    {
        // what a restore makes of both: the higher versions in one folder, where .NET without a list of dependencies finds all
        Copy(BuiltProgram.Folder("UnchangedWeb"), _folder);
        Copy(Hook, _folder);
        File.Delete(Path.Combine(_folder, "UnchangedWeb.deps.json"));
        var start = BuiltProgram.Info("UnchangedWeb");
        start.ArgumentList.Clear();
        foreach (var argument in new[] { Path.Combine(_folder, "UnchangedWeb.dll"), "--urls=http://127.0.0.1:0", "--environment=Development" })
        {
            start.ArgumentList.Add(argument);
        }

        start.Environment["ASPNETCORE_HOSTINGSTARTUPASSEMBLIES"] = "AkkaInstrumentation.AutoInstrumentation";
        await IsTracedAndHasThePage(start);
    }

    [Fact]
    public async Task In_Production_there_is_no_page()
    {
        using var web = ProgramUnderTest.Start(WithHook(BuiltProgram.Info("UnchangedWeb", "--urls=http://127.0.0.1:0"), Hook));
        using var client = await Client(web);
        Assert.Equal("Hello world", await client.GetStringAsync("greet"));
        Assert.Equal(System.Net.HttpStatusCode.NotFound, (await client.GetAsync("akka/")).StatusCode);
    }

    [Fact]
    public async Task A_hook_that_cannot_work_reports_it_in_one_line_and_the_program_runs()
    {
        Copy(Hook, _folder);
        File.Delete(Path.Combine(_folder, "AkkaInstrumentation.Telemetry.dll"));

        var (output, errors) = await Run(WithHook(BuiltProgram.Info("UnchangedPlain"), _folder));

        Assert.Contains("Hello world", output, StringComparison.Ordinal);
        Assert.Matches("^AkkaInstrumentation.AutoInstrumentation does nothing: .*Telemetry.*\n$", errors.ReplaceLineEndings("\n"));
        Assert.Empty(_collector.Spans);
    }

    [Fact]
    public async Task A_program_with_a_configuration_file_of_its_own_says_what_to_add_to_it() => Assert.Matches(
        @"^[^\n]*UnchangedPlain\.dll\.config is not instrumented\. Add the lines of [^\n]*akka\.config to it\.\n$",
            await ErrorsOfOneWith("<configuration />"));

    [Fact]
    public async Task Once_they_are_added_it_is_traced_and_says_nothing()
    {
        Assert.Empty(await ErrorsOfOneWith(File.ReadAllText(Path.Combine(Hook, "akka.config"))));
        await Eventually.Passes(() => Assert.Single(_collector.Spans, span => span.Name == Span));
    }

    [Fact]
    public void The_configuration_file_of_plain_systems_has_the_librarys_defaults()
    {
        var file = System.Xml.Linq.XDocument.Load(Path.Combine(Hook, "akka.config")).Descendants("hocon").Single().Value;
        var config = ConfigurationFactory.ParseString(file);
        string[] keys =
        [
            "default-mailbox.mailbox-type", "mailbox.unbounded-queue-based.mailbox-type", "mailbox.bounded-queue-based.mailbox-type",
            "mailbox.unbounded-deque-based.mailbox-type", "mailbox.bounded-deque-based.mailbox-type", "mailbox.logger-queue.mailbox-type",
            "default-dispatcher.type", "internal-dispatcher.type",
        ];

        Assert.All(keys, key =>
            Assert.Equal(AkkaInstrumentationConfig.Defaults.GetString($"akka.actor.{key}"), config.GetString($"akka.actor.{key}")));
    }

    private async Task<string> ErrorsOfOneWith(string config)
    {
        Copy(BuiltProgram.Folder("UnchangedPlain"), _folder);
        File.WriteAllText(Path.Combine(_folder, "UnchangedPlain.dll.config"), config);
        var start = BuiltProgram.Info("UnchangedPlain");
        start.ArgumentList.Clear();
        start.ArgumentList.Add(Path.Combine(_folder, "UnchangedPlain.dll"));

        var (output, errors) = await Run(WithHook(start, Hook));

        Assert.Contains("Hello world", output, StringComparison.Ordinal);
        return errors.ReplaceLineEndings("\n");
    }

    private static void Copy(string from, string to)
    {
        foreach (var file in Directory.GetFiles(from))
        {
            File.Copy(file, Path.Combine(to, Path.GetFileName(file)), overwrite: true);
        }
    }

    private static ProcessStartInfo WithHook(ProcessStartInfo start, string folder)
    {
        start.Environment["DOTNET_STARTUP_HOOKS"] = Path.Combine(folder, "AkkaInstrumentation.AutoInstrumentation.dll");
        return start;
    }

    private static async Task<HttpClient> Client(ProgramUnderTest web) =>
        new() { BaseAddress = new Uri((await web.Line("Now listening on: ")).Split(' ')[^1]) };

    private Task<(string Output, string Errors)> Run(ProcessStartInfo start) => RunAsItIs(Export(start));

    private static async Task<(string Output, string Errors)> RunAsItIs(ProcessStartInfo start)
    {
        using var program = ProgramUnderTest.Start(start);
        var (_, output, errors) = await program.End();
        return (output, errors);
    }

    private async Task IsTracedAndHasThePage(ProcessStartInfo start)
    {
        using var web = ProgramUnderTest.Start(Export(start));
        using var client = await Client(web);
        Assert.Equal("Hello world", await client.GetStringAsync("greet"));
        Assert.Contains("<title>", await client.GetStringAsync("akka/"), StringComparison.Ordinal);
        await Eventually.Passes(() => Assert.Single(_collector.Spans, span => span.Name == Span));
    }

    private ProcessStartInfo Export(ProcessStartInfo start)
    {
        start.Environment["OTEL_EXPORTER_OTLP_ENDPOINT"] = _collector.Address.ToString();
        start.Environment["OTEL_EXPORTER_OTLP_PROTOCOL"] = "http/protobuf";
        start.Environment["OTEL_BSP_SCHEDULE_DELAY"] = "200";
        return start;
    }
}
