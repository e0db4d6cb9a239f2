namespace AkkaInstrumentation;

/// <summary>
/// Instruments actor systems that <c>ActorSystem.Create(name)</c> creates without a host. For them Akka reads the application's configuration file,
/// as <c>System.Configuration</c> finds it. An application without such a file gets one that instruments the system. A system that gets its
/// configuration in code cannot be reached.
/// </summary>
internal static class PlainSystems
{
    private const string Key = "APP_CONFIG_FILE";

    public static void Configure()
    {
        var own = Path.Combine(AppContext.BaseDirectory, $"{System.Reflection.Assembly.GetEntryAssembly()?.GetName().Name}.dll.config");
        if ((AppContext.GetData(Key) as string ?? (File.Exists(own) ? own : null)) is { } theirs)
        {
            if (Instruments(theirs))
            {
                return;
            }

            Console.Error.WriteLine($"AkkaInstrumentation.AutoInstrumentation: an actor system that reads {theirs} is not instrumented. "
                + $"Add the lines of {HookFolder.PathOf("akka.config")} to it.");
        }
        else if (HookFolder.PathOf("akka.config") is { } file)
        {
            AppDomain.CurrentDomain.SetData(Key, file);
        }
    }

    // Akka itself reports a configuration that it cannot read.
    private static bool Instruments(string config)
    {
        try
        {
            return File.ReadAllText(config).Contains(nameof(AkkaInstrumentation), StringComparison.OrdinalIgnoreCase);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
