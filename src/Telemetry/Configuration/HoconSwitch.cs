using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>A value that is on or off.</summary>
internal static class HoconSwitch
{
    public static bool? Read(string path, HoconValue? value, List<string> problems)
    {
        switch (value is not null && value.IsString() ? value.GetString() : null)
        {
            case "on" or "true" or "yes":
                return true;
            case var text when IsOff(text):
                return false;
            default:
                problems.Add($"{path} = {value?.Written() ?? "null"}, allowed are on and off");
                return null;
        }
    }

    public static bool IsOff(string? value) => value is "off" or "false" or "no";

    public static string Write(bool value) => value ? "on" : "off";
}
