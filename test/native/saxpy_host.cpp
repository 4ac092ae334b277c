// A plain OpenCL host of the SAXPY example: the yardstick for the engine's times. It does what a careful
// person would write by hand (one profiling queue, blocking clFinish, event START..END) and nothing else.
// It decides nothing; test/native/saxpy-agreement.integration.test.ts compares.
//
//   saxpy_host KERNEL.cl [--device PART] [--global N] [--iterations N] [--warmups N] [--samples N]
//              [--sizes 16,32,auto] [--interactive]
//
// Prints one JSON line per size:
//   {"local":16,"n":20,"min_ns":…,"median_ns":…,"wall_min_ns":…,"wall_median_ns":…,"outside_ns":…,"run_ns":[…],"wall_ns":[…]}
// local is null for the driver's choice; run_ns is END - START of each timed launch, wall_ns the host's
// time from before the enqueue to after clFinish, outside_ns the median of their differences.
// With --interactive it reads one size per line from standard input and answers each with one line, so
// that a caller can alternate with another program without paying for the build each time.
// Errors go to standard error with their OpenCL status; the exit status is then 1.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace {

[[noreturn]] void fail(const std::string &what, cl_int status = CL_SUCCESS)
{
    std::cerr << "saxpy_host: " << what;
    if (status != CL_SUCCESS)
        std::cerr << " (OpenCL status " << status << ")";
    std::cerr << std::endl;
    std::exit(1);
}

void check(cl_int status, const char *call)
{
    if (status != CL_SUCCESS)
        fail(std::string(call) + " failed", status);
}

struct Options {
    std::string kernel_path;
    std::string device = "";
    size_t global = 1048576;
    cl_int iterations = 100;
    size_t warmups = 3;
    size_t samples = 20;
    std::vector<size_t> sizes; // 0: NULL, the driver's choice
    bool interactive = false;
};

size_t parse_size(const std::string &text)
{
    if (text == "auto")
        return 0;
    char *end = nullptr;
    const long long value = std::strtoll(text.c_str(), &end, 10);
    if (value <= 0 || *end != '\0')
        fail("not a size: " + text);
    return static_cast<size_t>(value);
}

Options parse_options(int argc, char **argv)
{
    Options options;
    std::string sizes = "16,32,64,128,256,512,1024,auto";
    for (int i = 1; i < argc; ++i) {
        const std::string name = argv[i];
        if (name == "--interactive") {
            options.interactive = true;
            continue;
        }
        if (name.rfind("--", 0) != 0) {
            options.kernel_path = name;
            continue;
        }
        if (i + 1 == argc)
            fail(name + " needs a value");
        const std::string value = argv[++i];
        if (name == "--device") options.device = value;
        else if (name == "--global") options.global = parse_size(value);
        else if (name == "--iterations") options.iterations = static_cast<cl_int>(parse_size(value));
        else if (name == "--warmups") options.warmups = std::strtoull(value.c_str(), nullptr, 10);
        else if (name == "--samples") options.samples = parse_size(value);
        else if (name == "--sizes") sizes = value;
        else fail("unknown option " + name);
    }
    if (options.kernel_path.empty())
        fail("the path of the kernel is missing");
    std::stringstream list(sizes);
    for (std::string part; std::getline(list, part, ',');)
        options.sizes.push_back(parse_size(part));
    return options;
}

std::string device_name(cl_device_id device)
{
    size_t size = 0;
    check(clGetDeviceInfo(device, CL_DEVICE_NAME, 0, nullptr, &size), "clGetDeviceInfo");
    std::string name(size, '\0');
    check(clGetDeviceInfo(device, CL_DEVICE_NAME, size, &name[0], nullptr), "clGetDeviceInfo");
    return name.c_str();
}

// The first device whose own name or whose platform's name contains `part`.
cl_device_id find_device(const std::string &part)
{
    cl_uint count = 0;
    check(clGetPlatformIDs(0, nullptr, &count), "clGetPlatformIDs");
    std::vector<cl_platform_id> platforms(count);
    check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
    for (cl_platform_id platform : platforms) {
        char text[256] = "";
        check(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof text, text, nullptr), "clGetPlatformInfo");
        const std::string platform_name = text;
        cl_uint devices_count = 0;
        if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &devices_count) != CL_SUCCESS)
            continue; // a platform without devices answers CL_DEVICE_NOT_FOUND
        std::vector<cl_device_id> devices(devices_count);
        check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, devices_count, devices.data(), nullptr), "clGetDeviceIDs");
        for (cl_device_id device : devices)
            if (platform_name.find(part) != std::string::npos || device_name(device).find(part) != std::string::npos)
                return device;
    }
    fail("no OpenCL device matches \"" + part + "\"");
}

cl_ulong profiled(cl_event event, cl_profiling_info what)
{
    cl_ulong value = 0;
    check(clGetEventProfilingInfo(event, what, sizeof value, &value, nullptr), "clGetEventProfilingInfo");
    return value;
}

int64_t median(std::vector<int64_t> values)
{
    std::sort(values.begin(), values.end());
    const size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

void print_list(const char *name, const std::vector<int64_t> &values)
{
    std::cout << ",\"" << name << "\":[";
    for (size_t i = 0; i < values.size(); ++i)
        std::cout << (i == 0 ? "" : ",") << values[i];
    std::cout << "]";
}

class Saxpy {
  public:
    explicit Saxpy(const Options &options) : options_(options)
    {
        cl_device_id device = find_device(options.device);
        cl_int status = CL_SUCCESS;
        context_ = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
        check(status, "clCreateContext");
        queue_ = clCreateCommandQueue(context_, device, CL_QUEUE_PROFILING_ENABLE, &status);
        check(status, "clCreateCommandQueue");

        std::ifstream file(options.kernel_path);
        if (!file)
            fail("cannot read " + options.kernel_path);
        std::stringstream text;
        text << file.rdbuf();
        const std::string source = text.str();
        const char *pointer = source.c_str();
        cl_program program = clCreateProgramWithSource(context_, 1, &pointer, nullptr, &status);
        check(status, "clCreateProgramWithSource");
        check(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
        kernel_ = clCreateKernel(program, "saxpy", &status);
        check(status, "clCreateKernel");

        // Room for the range rounded up to the next multiple of the largest size that could be asked.
        const size_t elements = options.global + 4096;
        std::mt19937 random(1);
        std::uniform_real_distribution<float> uniform(-1.0f, 1.0f);
        std::vector<float> values(elements);
        for (float &value : values)
            value = uniform(random);
        x_ = clCreateBuffer(context_, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, elements * sizeof(float), values.data(), &status);
        check(status, "clCreateBuffer");
        y_ = clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, elements * sizeof(float), values.data(), &status);
        check(status, "clCreateBuffer");

        const cl_float a = 2.0f;
        const cl_uint n = static_cast<cl_uint>(options.global);
        check(clSetKernelArg(kernel_, 0, sizeof x_, &x_), "clSetKernelArg");
        check(clSetKernelArg(kernel_, 1, sizeof y_, &y_), "clSetKernelArg");
        check(clSetKernelArg(kernel_, 2, sizeof a, &a), "clSetKernelArg");
        check(clSetKernelArg(kernel_, 3, sizeof options.iterations, &options.iterations), "clSetKernelArg");
        check(clSetKernelArg(kernel_, 4, sizeof n, &n), "clSetKernelArg");
    }

    void measure(size_t local)
    {
        for (size_t i = 0; i < options_.warmups; ++i)
            launch(local, nullptr, nullptr);
        std::vector<int64_t> run, wall, outside;
        for (size_t i = 0; i < options_.samples; ++i) {
            int64_t run_ns = 0, wall_ns = 0;
            launch(local, &run_ns, &wall_ns);
            run.push_back(run_ns);
            wall.push_back(wall_ns);
            outside.push_back(wall_ns - run_ns);
        }
        std::cout << "{\"local\":" << (local == 0 ? "null" : std::to_string(local)) << ",\"n\":" << run.size()
                  << ",\"min_ns\":" << *std::min_element(run.begin(), run.end()) << ",\"median_ns\":" << median(run)
                  << ",\"wall_min_ns\":" << *std::min_element(wall.begin(), wall.end())
                  << ",\"wall_median_ns\":" << median(wall) << ",\"outside_ns\":" << median(outside);
        print_list("run_ns", run);
        print_list("wall_ns", wall);
        std::cout << "}" << std::endl;
    }

  private:
    void launch(size_t local, int64_t *run_ns, int64_t *wall_ns)
    {
        const size_t launched = local == 0 ? options_.global : (options_.global + local - 1) / local * local;
        cl_event event = nullptr;
        const auto before = std::chrono::steady_clock::now();
        check(clEnqueueNDRangeKernel(queue_, kernel_, 1, nullptr, &launched, local == 0 ? nullptr : &local, 0, nullptr, &event),
              "clEnqueueNDRangeKernel");
        check(clFinish(queue_), "clFinish");
        const auto after = std::chrono::steady_clock::now();
        if (run_ns != nullptr)
            *run_ns = static_cast<int64_t>(profiled(event, CL_PROFILING_COMMAND_END) - profiled(event, CL_PROFILING_COMMAND_START));
        if (wall_ns != nullptr)
            *wall_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(after - before).count();
        check(clReleaseEvent(event), "clReleaseEvent");
    }

    const Options options_;
    cl_context context_ = nullptr;
    cl_command_queue queue_ = nullptr;
    cl_kernel kernel_ = nullptr;
    cl_mem x_ = nullptr;
    cl_mem y_ = nullptr;
};

} // namespace

int main(int argc, char **argv)
{
    const Options options = parse_options(argc, argv);
    Saxpy saxpy(options);
    if (!options.interactive) {
        for (const size_t local : options.sizes)
            saxpy.measure(local);
        return 0;
    }
    for (std::string line; std::getline(std::cin, line);)
        saxpy.measure(parse_size(line));
    return 0;
}
