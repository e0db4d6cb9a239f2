namespace AkkaInstrumentation;

/// <summary>
/// Actor systems that <c>ActorSystem.Create(name)</c> makes, without a host. Akka reads the configuration file of the application for them, as
/// <c>System.Configuration</c> finds it: an application that has none gets one that instruments the system. A system that gets its configuration
/// in code cannot be reached.
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

    // What cannot be read, Akka will say itself.
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
